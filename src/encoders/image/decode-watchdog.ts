import { limits } from '../../ports/limits.ts';
import type { DecodeBudget } from '../runtime/encoder-messages.ts';

/** The resources that this process has used. */
export interface ProcessUse {
  cpuMs(): number;
  residentBytes(): number;
}

interface Decode {
  /** The job of the decoder. */
  readonly id: number;
  /** An estimate of its maximum memory. */
  readonly bytes: number;
  /** The part of the CPU time since its start that counts for this decoder. */
  cpuMs: number;
}

export const decodeBudget: DecodeBudget = {
  cpuMsMax: limits.imageDecodeMsMax,
  growthBytesMax: limits.imageDecodeBytesMax,
};
const checkEveryMs = 20;

const thisProcess: ProcessUse = {
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  residentBytes: () => process.memoryUsage.rss(),
};

/**
 * Reports a decoder that exceeds its budget. Nothing in this process can interrupt a decoder, so the process must be
 * killed then; `exceeded` is called once with the responsible job.
 */
export class DecodeWatchdog {
  readonly #budget: DecodeBudget;
  readonly #onExceed: (id: number, detail: string) => void;
  readonly #use: ProcessUse;
  readonly #residentBytesAtStart: number;
  /** The oldest first. */
  readonly #running = new Set<Decode>();
  #timer: NodeJS.Timeout | null = null;
  /** CPU time that is already charged. */
  #cpuMsCharged = 0;

  constructor(
    budget: DecodeBudget,
    onExceed: (id: number, detail: string) => void,
    use: ProcessUse = thisProcess,
  ) {
    this.#budget = budget;
    this.#onExceed = onExceed;
    this.#use = use;
    this.#residentBytesAtStart = use.residentBytes();
  }

  /** Runs a decoder for a job. `bytes` is an estimate of its maximum memory. */
  async run<T>(id: number, bytes: number, decode: () => Promise<T>): Promise<T> {
    this.#charge();
    const running: Decode = { id, bytes, cpuMs: 0 };
    this.#running.add(running);
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs);
    try {
      return await decode();
    } finally {
      this.#charge();
      this.#running.delete(running);
      if (this.#running.size === 0 && this.#timer !== null) {
        clearInterval(this.#timer);
        this.#timer = null;
      }
    }
  }

  #check(): void {
    const { cpuMsMax, growthBytesMax } = this.#budget;
    this.#charge();
    const running = [...this.#running];
    const slow = running.find(({ cpuMs }) => cpuMs > cpuMsMax);
    if (slow !== undefined) this.#report(slow, `it takes more than ${cpuMsMax} ms of CPU`);
    else if (this.#use.residentBytes() - this.#residentBytesAtStart > growthBytesMax) {
      const largest = running.reduce((a, b) => (b.bytes > a.bytes ? b : a));
      this.#report(largest, `it takes more than ${growthBytesMax} bytes of memory`);
    }
  }

  /** Divides the CPU time since the last call among the running decoders, as their actual shares cannot be measured. */
  #charge(): void {
    const cpuMs = this.#use.cpuMs();
    const share = (cpuMs - this.#cpuMsCharged) / this.#running.size;
    for (const decode of this.#running) decode.cpuMs += share;
    this.#cpuMsCharged = cpuMs;
  }

  #report({ id }: Decode, why: string): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#onExceed(id, `The picture is not decoded: ${why}`);
  }
}
