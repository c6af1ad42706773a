/** Texts in one line, separated by commas. A text that contains a comma or a quote, or has outer spaces, is quoted as in JSON. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => (text === '' || text !== text.trim() || /[,"\\]/.test(text) ? JSON.stringify(text) : text))
    .join(', ');
}

export function splitTexts(line: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < line.length; at++) {
    while (line[at] === ' ') at++;
    const quoted = line[at] === '"' ? quotedText(line, at) : null;
    const comma = line.indexOf(',', quoted === null ? at : quoted.end);
    const end = comma === -1 ? line.length : comma;
    if (quoted !== null && line.slice(quoted.end, end).trim() === '') texts.push(quoted.text);
    else if (line.slice(at, end).trim() !== '') texts.push(line.slice(at, end).trim());
    at = end;
  }
  return texts;
}

/** The quoted text that begins here; null: the quote is not closed. */
function quotedText(line: string, start: number): { text: string; end: number } | null {
  let end = start + 1;
  while (end < line.length && line[end] !== '"') end += line[end] === '\\' ? 2 : 1;
  try {
    return { text: JSON.parse(line.slice(start, end + 1)) as string, end: end + 1 };
  } catch {
    return null;
  }
}
