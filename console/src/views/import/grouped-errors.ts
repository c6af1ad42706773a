import type { ImportTask } from '@vitrine/sdk';

type LineError = ImportTask['progress']['errors'][number];

/** The rejected lines with the same message. */
export interface ErrorGroup {
  /** Without the line and the value. */
  readonly message: string;
  readonly lines: readonly number[];
  /** The first value; empty: the message has none. */
  readonly example: string;
}

const valueText = ': current value is ';

/** The errors by message, those with the most lines first. */
export function groupedErrors(errors: readonly LineError[]): ErrorGroup[] {
  const groups = new Map<string, { message: string; lines: number[]; example: string }>();
  for (const { line, detail, errors: details } of errors) {
    const texts = details.length > 0 ? details.map((one) => one.detail) : [detail];
    for (const text of texts) {
      const said = withoutLine(text, line);
      const [message = said, value = ''] = said.split(valueText);
      const group = groups.get(message) ?? { message, lines: [], example: value };
      if (group.lines.at(-1) !== line) group.lines.push(line);
      groups.set(message, group);
    }
  }
  return [...groups.values()].sort((a, b) => b.lines.length - a.lines.length);
}

function withoutLine(text: string, line: number): string {
  const said = text.replace(new RegExp(`^line ${line}(?:\\.|: | )`), '');
  // Values and other lines differ from line to line.
  return said.charAt(0).toUpperCase() + said.slice(1);
}
