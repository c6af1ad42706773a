import {
  embeddingKernels,
  vectorBytesStep,
  vectorsPerGroup,
  type EmbeddingKernels,
} from './embedding-kernels.ts';

const pageBytes = 65_536;
/** The maximum of 4 GB. */
const pagesMax = 65_536;
const numberBytes = 4;

/** Sizes of the data of one training step. */
export interface StepSizes {
  readonly dimensions: number;
  readonly ages: number;
  /** Candidates of a step: the target and the negatives. */
  readonly candidates: number;
  /** Steps that share their negatives. */
  readonly sharedSteps: number;
}

/** The parts of the memory that every step uses, in vectors or in numbers. */
type StepPart =
  | 'ages'
  | 'ageSums'
  | 'sourceVectors'
  | 'candidateVectors'
  | 'users'
  | 'historyGradient'
  | 'itemGradient'
  | 'sources'
  | 'sourceAges'
  | 'candidates'
  | 'shares';

/** The memory of a training of embeddings, and the kernels on it. Addresses of parts are constant; records move when items are added. */
export class EmbeddingMemory {
  readonly kernels: EmbeddingKernels;
  readonly vectorBytes: number;
  /** Bytes between the shares of two steps. */
  readonly shareStride: number;
  /** The addresses of the parts. */
  readonly at: Readonly<Record<StepPart, number>>;
  readonly #memory: WebAssembly.Memory;
  readonly #stepBytes: number;
  #sumsAt = 0;
  #recordsAt = 0;
  #recordCount = 0;

  /** @throws RangeError unless vectors are multiples of `vectorBytesStep` */
  constructor({ dimensions, ages, candidates, sharedSteps }: StepSizes) {
    this.vectorBytes = dimensions * numberBytes;
    if (this.vectorBytes % vectorBytesStep !== 0)
      throw new RangeError(`Vectors of ${dimensions} numbers are no multiple of ${vectorBytesStep} bytes`);
    // Candidates fill whole groups; the last vectors stay zero.
    const grouped = Math.ceil(candidates / vectorsPerGroup) * vectorsPerGroup;
    this.shareStride = grouped * numberBytes;
    const sizes: Record<StepPart, number> = {
      ages: ages * this.vectorBytes,
      ageSums: ages * numberBytes,
      sourceVectors: ages * this.vectorBytes,
      candidateVectors: grouped * this.vectorBytes,
      users: sharedSteps * this.vectorBytes,
      historyGradient: this.vectorBytes,
      itemGradient: this.vectorBytes,
      sources: ages * numberBytes,
      sourceAges: ages * numberBytes,
      candidates: candidates * numberBytes,
      shares: sharedSteps * this.shareStride,
    };
    let end = 0;
    const at: Record<string, number> = {};
    for (const [part, bytes] of Object.entries(sizes)) {
      at[part] = end;
      end = alignAddress(end + bytes);
    }
    this.at = at as Record<StepPart, number>;
    this.#stepBytes = end;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(end / pageBytes), maximum: pagesMax });
    this.kernels = embeddingKernels(this.#memory);
  }

  /** Views are invalid after `setRecords`. */
  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, address, count);
  }

  numbers(address: number, count: number): Uint32Array {
    return new Uint32Array(this.#memory.buffer, address, count);
  }

  /** The vector of a record. */
  record(record: number): Float32Array {
    return this.floats(this.#recordsAt + record * this.vectorBytes, this.vectorBytes / numberBytes);
  }

  /** The sum of squared gradients of each record. */
  sums(): Float32Array {
    return this.floats(this.#sumsAt, this.#recordCount);
  }

  /**
   * Sets the records of the items (see `EmbeddingKernels`) and makes room for `count` records, at least as many as before. Existing
   * records keep their numbers.
   */
  setRecords(starts: Uint32Array, list: Uint32Array, count: number): void {
    const startsAt = this.#stepBytes;
    const listAt = alignAddress(startsAt + starts.byteLength);
    const sumsAt = Math.max(this.#sumsAt, alignAddress(listAt + list.byteLength));
    const recordsAt = Math.max(this.#recordsAt, alignAddress(sumsAt + count * numberBytes));
    const end = recordsAt + count * this.vectorBytes;
    const pages = Math.ceil(end / pageBytes) - this.#memory.buffer.byteLength / pageBytes;
    if (pages > 0) this.#memory.grow(pages);
    // Records and sums move to higher addresses, so the last ones move first.
    const bytes = new Uint8Array(this.#memory.buffer);
    const recordsEnd = this.#recordsAt + this.#recordCount * this.vectorBytes;
    bytes.copyWithin(recordsAt, this.#recordsAt, recordsEnd);
    bytes.copyWithin(sumsAt, this.#sumsAt, this.#sumsAt + this.#recordCount * numberBytes);
    this.numbers(startsAt, starts.length).set(starts);
    this.numbers(listAt, list.length).set(list);
    this.#sumsAt = sumsAt;
    this.#recordsAt = recordsAt;
    this.#recordCount = count;
    this.kernels.configure(this.vectorBytes, startsAt, listAt, sumsAt, recordsAt);
  }
}

function alignAddress(address: number): number {
  return Math.ceil(address / vectorBytesStep) * vectorBytesStep;
}
