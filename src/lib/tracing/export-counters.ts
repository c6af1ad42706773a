/** Spans by outcome. A span is `dropped` if the queue was full or its trace had too many, and `failed` if the export failed. */
export const exportOutcomes = ['exported', 'dropped', 'failed'] as const;
export type ExportOutcome = (typeof exportOutcomes)[number];

/** Counts the spans of all threads of a process, in shared memory. */
export class ExportCounters {
  readonly memory: SharedArrayBuffer;
  readonly #counts: BigUint64Array;

  /** `memory` is that of the counters of another thread. */
  constructor(memory = new SharedArrayBuffer(exportOutcomes.length * BigUint64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#counts = new BigUint64Array(memory);
  }

  add(outcome: ExportOutcome, count: number): void {
    Atomics.add(this.#counts, exportOutcomes.indexOf(outcome), BigInt(count));
  }

  of(outcome: ExportOutcome): number {
    return Number(Atomics.load(this.#counts, exportOutcomes.indexOf(outcome)));
  }
}
