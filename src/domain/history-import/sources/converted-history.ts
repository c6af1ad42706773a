/** A converted file of another tool: the lines of a history, oldest first, and counts of skipped rows by reason. */
export interface ConvertedHistory {
  /** JSON, without line feeds. */
  readonly lines: readonly string[];
  readonly skipped: Readonly<Record<string, number>>;
  /** Milliseconds of the last line, or null if there is none. */
  readonly lastAt: number | null;
}

/** The id of the item that a file names by its id or SKU, or null if the catalog has none. */
export type ItemLookup = (idOrSku: string) => string | null;

/** Collects the lines of a history. */
export class HistoryLines {
  readonly #lines: { readonly at: number; readonly line: string }[] = [];
  readonly #skipped = new Map<string, number>();

  add(at: number, kind: 'search' | 'event', value: object): void {
    this.#lines.push({ at, line: JSON.stringify({ [kind]: { at, ...value } }) });
  }

  /** `reason` follows a count: `12 without an item`. */
  skip(reason: string): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  end(): ConvertedHistory {
    const lines = this.#lines.sort((a, b) => a.at - b.at);
    const skipped = [...this.#skipped].sort(([, a], [, b]) => b - a);
    return {
      lines: lines.map(({ line }) => line),
      skipped: Object.fromEntries(skipped),
      lastAt: lines.at(-1)?.at ?? null,
    };
  }
}
