/** JSON with objects and lists on one line where they fit, and lists of texts and numbers in filled lines. */
export function formatJsonLines(value: unknown, widthMax = 160, indent = ''): string {
  const line = formatOnOneLine(value);
  if (indent.length + line.length <= widthMax || value === null || typeof value !== 'object') return line;
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const lines = members.map(
      ([name, member]) => `${inner}${JSON.stringify(name)}: ${formatJsonLines(member, widthMax, inner)}`,
    );
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  const parts = value.map((element: unknown) => formatJsonLines(element, widthMax, inner));
  const isPlain = value.every((element) => element === null || typeof element !== 'object');
  return `[\n${inner}${isPlain ? fillLines(parts, widthMax, inner) : parts.join(`,\n${inner}`)}\n${indent}]`;
}

function formatOnOneLine(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatOnOneLine).join(', ')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}: ${formatOnOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function fillLines(parts: readonly string[], widthMax: number, indent: string): string {
  let [text, width] = ['', indent.length];
  parts.forEach((part, index) => {
    const comma = index < parts.length - 1 ? ',' : '';
    const fits = width + part.length + 2 <= widthMax;
    const separator = text === '' ? '' : fits ? ' ' : `\n${indent}`;
    width = (fits || text === '' ? width : indent.length) + part.length + 2;
    text += `${separator}${part}${comma}`;
  });
  return text;
}
