import type { Environment } from '../config.ts';
import { Progress } from './progress.ts';

/** The streams and the environment of a command: those of its process, or of a test. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Environment;
}

/** The output of a command on stdout: one JSON document, or lines of text. */
export class Output {
  readonly #json: boolean;
  readonly terminal: Terminal;

  constructor(json: boolean, terminal: Terminal) {
    this.#json = json;
    this.terminal = terminal;
  }

  /** Shows progress on stderr. `isWanted` is false if stdout has the result of the command on the same terminal. */
  showProgress(label: string, total: number | null, isWanted = true): Progress {
    const { stderr } = this.terminal;
    return new Progress(label, total, isWanted && !this.#json && stderr.isTTY === true ? stderr : null);
  }

  printResult(document: unknown, lines: readonly string[]): void {
    this.terminal.stdout.write(
      this.#json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join(''),
    );
  }

  printFailure(message: string): void {
    if (this.#json) this.terminal.stdout.write(`${JSON.stringify({ error: message })}\n`);
    this.terminal.stderr.write(`${message}\n`);
  }

  /** A table with columns as wide as their widest cell. */
  formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
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
