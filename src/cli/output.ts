/** The output of a command on stdout: one JSON document, or lines of text. */
export class Output {
  readonly #json: boolean;

  constructor(json: boolean) {
    this.#json = json;
  }

  result(document: unknown, lines: readonly string[]): void {
    process.stdout.write(
      this.#json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join(''),
    );
  }

  failure(message: string): void {
    if (this.#json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    process.stderr.write(`${message}\n`);
  }

  /** A table with columns as wide as their widest cell. */
  table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
    const cells = [head, ...rows.map((row) => row.map(String))];
    const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
    return cells.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
