const name = 'x-vitrine-after';
/** A request with more is rejected. */
const tokensMax = 16;

/**
 * The tokens of a client's writes. Searches and lists that send them contain these writes, even on a cluster that allows
 * stale reads.
 */
export class WriteTokens {
  /** Positions by log, the last written one at the end. */
  readonly #positions = new Map<string, number>();

  /** `reply`: its headers. The newest position of each log is kept. */
  add(reply: Headers): void {
    for (const token of reply.get(name)?.split(',') ?? []) {
      const [log = '', position] = token.trim().split('.');
      const newest = Math.max(Number(position), this.#positions.get(log) ?? 0);
      if (Number.isNaN(newest)) continue;
      this.#positions.delete(log);
      this.#positions.set(log, newest);
    }
    for (const log of [...this.#positions.keys()].slice(0, -tokensMax)) this.#positions.delete(log);
  }

  headers(): Record<string, string> {
    if (this.#positions.size === 0) return {};
    return { [name]: [...this.#positions].map(([log, position]) => `${log}.${position}`).join(',') };
  }
}
