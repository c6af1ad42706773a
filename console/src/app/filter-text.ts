/** A value as filters take it: in quotes. */
export function quotedValue(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** The filter of one item. */
export function itemFilter(id: string): string {
  return `id:${quotedValue(id)}`;
}

/** The id in a filter of one item; null: it is another filter. */
export function itemOfFilter(filter: string): string | null {
  const quoted = /^id:"((?:[^"\\]|\\.)*)"$/.exec(filter.trim())?.[1];
  return quoted === undefined ? null : quoted.replaceAll(/\\(.)/g, '$1');
}
