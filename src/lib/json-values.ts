/** The values of an object's field as texts; dots lead into objects, lists give each of their values. */
export function readTexts(fields: Readonly<Record<string, unknown>>, name: string): string[] {
  if (Object.hasOwn(fields, name)) return listTexts(fields[name]);
  const dot = name.indexOf('.');
  const outer = dot < 0 ? '' : name.slice(0, dot);
  const inner = Object.hasOwn(fields, outer) ? fields[outer] : undefined;
  return (Array.isArray(inner) ? inner : [inner]).flatMap((one: unknown) =>
    isObject(one) ? readTexts(one, name.slice(dot + 1)) : [],
  );
}

/** The value without these paths, which also lead into objects of lists; a name may contain dots. Parts without any of them are not copied. */
export function withoutPaths(value: unknown, paths: readonly string[], path = ''): unknown {
  if (path !== '' && !paths.some((each) => each.startsWith(`${path}.`))) return value;
  if (Array.isArray(value)) return value.map((element) => withoutPaths(element, paths, path));
  if (!isObject(value) || paths.length === 0) return value;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return paths.includes(at) ? [] : [[name, withoutPaths(member, paths, at)]];
  });
  return Object.fromEntries(entries) as unknown;
}

function listTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listTexts);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? [String(value)] : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
