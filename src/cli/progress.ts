const barWidth = 28;
const redrawMs = 100;

/** A progress line on a terminal. `stream` null means that it is not shown, so that logs stay readable. */
export class Progress {
  readonly #label: string;
  readonly #total: number | null;
  readonly #stream: NodeJS.WritableStream | null;
  readonly #started = Date.now();
  #drawnAt = 0;

  constructor(label: string, total: number | null, stream: NodeJS.WritableStream | null) {
    this.#label = label;
    this.#total = total;
    this.#stream = stream;
  }

  /** `total` is given once it is known. */
  update(done: number, note: string, total = this.#total): void {
    const now = Date.now();
    if (this.#stream === null || now - this.#drawnAt < redrawMs) return;
    this.#drawnAt = now;
    const seconds = Math.max(0.001, (now - this.#started) / 1000);
    this.#stream.write(`\r\x1b[2K${this.#label} ${bar(done, total)} ${note} ${seconds.toFixed(0)} s`);
  }

  end(): void {
    this.#stream?.write('\r\x1b[2K');
  }
}

function bar(done: number, total: number | null): string {
  if (total === null || total === 0) return `${(done / 1e6).toFixed(1)} MB`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  return `[${'█'.repeat(full)}${'░'.repeat(barWidth - full)}] ${(share * 100).toFixed(0).padStart(3)} %`;
}
