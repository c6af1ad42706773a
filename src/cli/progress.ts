const barWidth = 28;
const redrawMs = 100;
/** The control sequence that returns to the start of the line and erases it. */
const clearLine = '\r\x1b[2K';

/** A progress line on a terminal. `stream` null means that it is not shown, so that logs stay readable. */
export class Progress {
  readonly #label: string;
  readonly #total: number | null;
  readonly #stream: NodeJS.WritableStream | null;
  readonly #startedAt = Date.now();
  #drawnAt = 0;

  constructor(label: string, total: number | null, stream: NodeJS.WritableStream | null) {
    this.#label = label;
    this.#total = total;
    this.#stream = stream;
  }

  /** Redraws the line; `done` counts towards `total`, or bytes where the total is not known. */
  update(done: number, note: string, total = this.#total): void {
    const now = Date.now();
    if (this.#stream === null || now - this.#drawnAt < redrawMs) return;
    this.#drawnAt = now;
    const seconds = Math.max(0.001, (now - this.#startedAt) / 1000);
    this.#stream.write(
      `${clearLine}${this.#label} ${formatProgress(done, total)} ${note} ${seconds.toFixed(0)} s`,
    );
  }

  end(): void {
    this.#stream?.write(clearLine);
  }
}

function formatProgress(done: number, total: number | null): string {
  if (total === null || total === 0) return `${(done / 1e6).toFixed(1)} MB`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  return `[${'█'.repeat(full)}${'░'.repeat(barWidth - full)}] ${(share * 100).toFixed(0).padStart(3)} %`;
}
