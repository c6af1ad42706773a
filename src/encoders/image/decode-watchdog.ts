import { limits } from '../../ports/limits.ts';

/** What a decoder may use. */
export interface DecodeBudget {
  /** Of CPU, so that a busy machine does not make a picture slow: its share of what this process used, other work included. */
  readonly cpuMsMax: number;
  /** Resident memory of this process beyond what it had without pictures. */
  readonly growthBytesMax: number;
}

/** What this process has used. */
export interface ProcessUse {
  cpuMs(): number;
  residentBytes(): number;
}

interface Decode {
  /** The job that it is for. */
  readonly id: number;
  /** About how much memory it may take. */
  readonly bytes: number;
  /** Its share of the CPU that was used since it began. */
  cpuMs: number;
}

export const decodeBudget: DecodeBudget = {
  cpuMsMax: limits.imageDecodeMsMax,
  growthBytesMax: limits.imageDecodeBytesMax,
};
const lookEveryMs = 20;

const thisProcess: ProcessUse = {
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  residentBytes: () => process.memoryUsage.rss(),
};

/**
 * Tells of a decoder that goes beyond its budget. Nothing in this process can interrupt one, so the process is to be ended then;
 * `exceeded` hears once which job is to blame.
 */
export class DecodeWatchdog {
  readonly #budget: DecodeBudget;
  readonly #exceeded: (id: number, detail: string) => void;
  readonly #use: ProcessUse;
  readonly #residentBytesAtStart: number;
  /** The oldest first. */
  readonly #running = new Set<Decode>();
  #timer: NodeJS.Timeout | null = null;
  /** CPU that is shared out already. */
  #cpuMsCharged = 0;

  constructor(
    budget: DecodeBudget,
    exceeded: (id: number, detail: string) => void,
    use: ProcessUse = thisProcess,
  ) {
    this.#budget = budget;
    this.#exceeded = exceeded;
    this.#use = use;
    this.#residentBytesAtStart = use.residentBytes();
  }

  /** Runs a decoder for a job. `bytes`: about how much memory it may take. */
  async run<T>(id: number, bytes: number, decode: () => Promise<T>): Promise<T> {
    this.#charge();
    const running: Decode = { id, bytes, cpuMs: 0 };
    this.#running.add(running);
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs);
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

  #look(): void {
    const { cpuMsMax, growthBytesMax } = this.#budget;
    this.#charge();
    const running = [...this.#running];
    const slow = running.find(({ cpuMs }) => cpuMs > cpuMsMax);
    if (slow !== undefined) this.#tell(slow, `it takes more than ${cpuMsMax} ms of CPU`);
    else if (this.#use.residentBytes() - this.#residentBytesAtStart > growthBytesMax) {
      const largest = running.reduce((a, b) => (b.bytes > a.bytes ? b : a));
      this.#tell(largest, `it takes more than ${growthBytesMax} bytes of memory`);
    }
  }

  /** Shares the CPU that was used since the last call out to the decoders that ran: which of them used it cannot be measured. */
  #charge(): void {
    const cpuMs = this.#use.cpuMs();
    const share = (cpuMs - this.#cpuMsCharged) / this.#running.size;
    for (const decode of this.#running) decode.cpuMs += share;
    this.#cpuMsCharged = cpuMs;
  }

  #tell({ id }: Decode, why: string): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#exceeded(id, `The picture is not decoded: ${why}`);
  }
}
