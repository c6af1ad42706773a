import type { TrainedEmbeddings } from '../candidates/item-embeddings.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import { drawBySeed } from '../rows/seeded-draw.ts';
import { EmbeddingMemory } from './embedding-memory.ts';
import { EmbeddingRows, initialSquares } from './embedding-rows.ts';
import { readSequences, type Sequences } from './history-sequences.ts';
import { exp } from '../../../math/exponential.ts';
import { pow } from '../../../math/power.ts';
import { log } from '../../../math/logarithm.ts';

/** Negatives are drawn by this power of their count. */
const negativePower = 0.5;
const negativeFloor = 0.2;
const negativeTableSize = 1 << 20;

/** Items, repeated in proportion to their sampling probability, and its logarithm by item. */
interface NegativeSampler {
  readonly table: Uint32Array;
  readonly logChances: Float64Array;
}

/** A sampler of negatives by how often each item is a target. */
function negativeSampler(targetCounts: Uint32Array): NegativeSampler {
  const itemCount = targetCounts.length;
  const counts = Float64Array.from(targetCounts);
  const weights = counts.map((count) => pow(count, negativePower));
  const sampledItems = weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
  const floor =
    (negativeFloor * weights.reduce((sum, weight) => sum + weight, 0)) / Math.max(1, sampledItems);
  const total = weights.reduce((sum, weight) => sum + weight + floor, 0);
  const table = new Uint32Array(negativeTableSize);
  let item = 0;
  let below = weights[0]! + floor;
  for (let at = 0; at < negativeTableSize; at++) {
    while (item < itemCount - 1 && below < ((at + 0.5) / negativeTableSize) * total)
      below += weights[++item]! + floor;
    table[at] = item;
  }
  return { table, logChances: weights.map((weight) => log(((weight + floor) / total) * itemCount)) };
}

export interface EmbeddingOptions {
  /** A multiple of `dimensionsStep`. */
  readonly dimensions: number;
  /** Maximum items of a history that are read, newest first. */
  readonly ages: number;
  /** Number of passes over all positions of the histories; maximum steps; in a long log, steps for each position. */
  readonly rounds: number;
  readonly stepsMax: number;
  readonly positionStepsMax: number;
  /** Number of negatives per step. */
  readonly negatives: number;
  /** The learning rate of the first step; it decreases to a tenth. */
  readonly rate: number;
  /** The share of a history's items that a step drops at random (dropout). */
  readonly dropout: number;
  /** L2 regularisation, which shrinks the vectors of items with little evidence. */
  readonly ridge: number;
  readonly seed: number;
}

const defaults: EmbeddingOptions = {
  dimensions: 64,
  ages: 20,
  rounds: 8,
  stepsMax: 1_500_000,
  positionStepsMax: 3,
  negatives: 64,
  rate: 0.05,
  dropout: 0.2,
  ridge: 1e-3,
  seed: 1,
};

/** Maximum stored vectors: four megabytes, sent between processes in one write. */
const itemsMax = 50_000;
/** Minimum positions for a training: with fewer, counters are as good. */
const positionsMin = 1000;
/** The initial weight of age a: this to the power of a. */
const initialAgeDecay = 0.75;
/** All steps share the ages, so their learning rate is lower. */
const ageRate = 0.2;
const finalRateShare = 0.1;
/** Steps that share their negatives, which are updated once afterwards: a third of the time of new ones for each step. */
const sharedSteps = 8;
/** Passes over the positions that an earlier training has seen. */
const seenRounds = 1;

/**
 * Trains item embeddings to predict the next item of each history from the ones before it.
 *
 * A history is the sum of its items' vectors, each component weighted by age. The next item is classified against 64 sampled
 * negatives by the softmax of the dot products, each minus the logarithm of its sampling probability (sampled softmax: Bengio
 * and Senecal 2008; this loss, rather than the architecture, makes these models good: Klenitskiy and Vasilev 2023). Updates use
 * AdaGrad (Duchi et al. 2011) with one sum for each vector. The same states give the same vectors.
 */
export class EmbeddingTrainer {
  readonly #options: EmbeddingOptions;
  readonly #memory: EmbeddingMemory;
  readonly #rows: EmbeddingRows;
  #drawn = 0;
  /** The number of positions of each subject that an earlier training has seen. */
  #seen: Uint32Array | null = null;

  constructor(options: EmbeddingOptions = defaults) {
    const { dimensions, ages, negatives, seed } = options;
    this.#options = options;
    this.#memory = new EmbeddingMemory({ dimensions, ages, candidates: negatives + 1, sharedSteps });
    this.#rows = new EmbeddingRows(this.#memory, () => drawBySeed(seed, this.#drawn++));
    const { at } = this.#memory;
    this.#memory.floats(at.ageSums, ages).fill(initialSquares);
    const weights = this.#memory.floats(at.ages, ages * dimensions);
    weights.forEach((_, number) => (weights[number] = pow(initialAgeDecay, Math.floor(number / dimensions))));
  }

  /**
   * Trains on the histories of a state; returns null with too few positions. A later call with the same state after more events continues
   * from the trained vectors: it passes over new positions as often, over the others less.
   */
  train(state: RecommenderState): TrainedEmbeddings | null {
    const sequences = readSequences(state);
    if (sequences.positions.length < positionsMin) return null;
    const counts = new Uint32Array(state.itemCount);
    for (const item of sequences.items) counts[item] = counts[item]! + 1;
    this.#rows.update(state, counts);
    const { items } = sequences;
    for (let at = 0; at < items.length; at++) items[at] = this.#rows.getRow(items[at]!);
    const run = new TrainingRun(this.#options, this.#memory, sequences, {
      rowCount: this.#rows.items.length,
      draw: () => drawBySeed(this.#options.seed, this.#drawn++),
    });
    run.train(this.#seen);
    this.#seen = countPositions(sequences);
    return this.#exportVectors(state, counts);
  }

  /** The vectors of the items with interactions, or of the most frequent ones if there are many. */
  #exportVectors(state: RecommenderState, counts: Uint32Array): TrainedEmbeddings {
    const { dimensions, ages } = this.#options;
    const { kernels, at } = this.#memory;
    const items = this.#rows.items.toSorted((a, b) => counts[b]! - counts[a]! || a - b).slice(0, itemsMax);
    const vectors = new Int8Array(items.length * dimensions);
    const scales = new Float32Array(items.length);
    const vector = this.#memory.floats(at.itemGradient, dimensions);
    items.forEach((item, position) => {
      kernels.compose(this.#rows.getRow(item), at.itemGradient);
      const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      scales[position] = largest / 127;
      if (largest === 0) return;
      for (let each = 0; each < dimensions; each++)
        vectors[position * dimensions + each] = Math.round((127 * vector[each]!) / largest);
    });
    const ids = items.map((item) => state.getId(item));
    return {
      dimensions,
      ids,
      vectors,
      scales,
      ages: this.#memory.floats(at.ages, ages * dimensions).slice(),
    };
  }
}

/** Trains like {@link EmbeddingTrainer}, once. */
export function trainEmbeddings(
  state: RecommenderState,
  options: EmbeddingOptions = defaults,
): TrainedEmbeddings | null {
  return new EmbeddingTrainer(options).train(state);
}

/** One training: its steps. */
class TrainingRun {
  readonly #options: EmbeddingOptions;
  readonly #memory: EmbeddingMemory;
  readonly #sequences: Sequences;
  readonly #draw: () => number;
  readonly #negatives: NegativeSampler;
  readonly #sources: Uint32Array;
  readonly #sourceAges: Uint32Array;
  /** The target first, then the negatives. */
  readonly #candidates: Uint32Array;
  /** The candidates' shares of the softmax, the target's minus 1, for each step that shares the negatives. */
  readonly #shares: Float32Array;

  constructor(
    options: EmbeddingOptions,
    memory: EmbeddingMemory,
    sequences: Sequences,
    { rowCount, draw }: { rowCount: number; draw: () => number },
  ) {
    const { ages, negatives } = options;
    const { at, shareStride } = memory;
    this.#options = options;
    this.#memory = memory;
    this.#sequences = sequences;
    this.#draw = draw;
    const targets = new Uint32Array(rowCount);
    for (const position of sequences.positions) {
      const row = sequences.items[position]!;
      targets[row] = targets[row]! + 1;
    }
    this.#negatives = negativeSampler(targets);
    this.#sources = memory.numbers(at.sources, ages);
    this.#sourceAges = memory.numbers(at.sourceAges, ages);
    this.#candidates = memory.numbers(at.candidates, negatives + 1);
    this.#shares = memory.floats(at.shares, (sharedSteps * shareStride) / Float32Array.BYTES_PER_ELEMENT);
  }

  train(subjects: Uint32Array | null): void {
    const options = this.#options;
    const draw = this.#draw;
    const order = subjects === null ? null : laterOrder(this.#sequences, subjects, options.rounds, draw);
    const positions = this.#sequences.positions.length;
    const stepsMax = Math.max(options.stepsMax, options.positionStepsMax * positions);
    const steps = Math.min(stepsMax, order?.length ?? positions * options.rounds);
    const all = order ?? Uint32Array.from({ length: positions }, (_, at) => at);
    for (let step = 0; step < steps; step++) {
      if (order === null && step % positions === 0) shuffle(all, draw);
      const shared = step % sharedSteps;
      if (shared === 0) this.#drawNegatives();
      const rate = options.rate * (1 - ((1 - finalRateShare) * step) / steps);
      this.#step(all[step % all.length]!, shared, rate);
      if (shared === sharedSteps - 1) this.#updateNegatives(rate);
    }
  }

  /** Draws the negatives of the next steps, which are all candidates but the first. */
  #drawNegatives(): void {
    const { table } = this.#negatives;
    const candidates = this.#candidates;
    for (let each = 1; each < candidates.length; each++)
      candidates[each] = table[Math.floor(this.#draw() * table.length)]!;
    const { kernels, at, vectorBytes } = this.#memory;
    kernels.composeAll(
      at.candidates + 4,
      at.candidates + 4 * candidates.length,
      at.candidateVectors + vectorBytes,
    );
  }

  /** Does a step; `shared` is its number among those with the same negatives. */
  #step(which: number, shared: number, rate: number): void {
    const { kernels, at, vectorBytes, shareStride } = this.#memory;
    const { ridge } = this.#options;
    const user = at.users + shared * vectorBytes;
    const shares = at.shares + shared * shareStride;
    const position = this.#sequences.positions[which]!;
    const count = this.#drawSources(position, this.#sequences.firsts[which]!);
    if (count === 0) {
      const first = (shared * shareStride) / 4;
      this.#shares.fill(0, first, first + shareStride / 4);
      return;
    }
    kernels.composeAll(at.sources, at.sources + 4 * count, at.sourceVectors);
    kernels.sumHistory(at.sourceAges, at.sourceAges + 4 * count, at.ages, at.sourceVectors, user);
    const target = this.#sequences.items[position]!;
    this.#candidates[0] = target;
    kernels.compose(target, at.candidateVectors);
    const missing = this.#computeShares(target, shared);
    const sharesEnd = shares + 4 * this.#candidates.length;
    kernels.weightedSum(at.candidateVectors, shares, sharesEnd, 4, at.historyGradient);
    kernels.update(target, user, missing, rate, ridge);
    kernels.updateHistory(
      at.sources,
      at.sources + 4 * count,
      at.sourceAges,
      at.ages,
      at.ageSums,
      at.sourceVectors,
      at.historyGradient,
      at.itemGradient,
      rate,
      ageRate * rate,
      ridge,
    );
  }

  /** Draws the items of the history that are not dropped; returns their number. */
  #drawSources(position: number, first: number): number {
    const { ages, dropout } = this.#options;
    const length = Math.min(ages, position - first);
    let count = 0;
    for (let age = 0; age < length; age++) {
      if (length > 1 && this.#draw() < dropout) continue;
      this.#sources[count] = this.#sequences.items[position - 1 - age]!;
      this.#sourceAges[count++] = age;
    }
    return count;
  }

  /** Computes the candidates' shares of the softmax, the target's minus 1; returns the target's. */
  #computeShares(target: number, shared: number): number {
    const { kernels, at, vectorBytes, shareStride } = this.#memory;
    const count = this.#candidates.length;
    const shares = this.#shares;
    const start = (shared * shareStride) / 4;
    const vectorsEnd = at.candidateVectors + (shareStride / 4) * vectorBytes;
    kernels.dots(
      at.candidateVectors,
      vectorsEnd,
      at.users + shared * vectorBytes,
      at.shares + shared * shareStride,
    );
    let largest = -Infinity;
    for (let each = 0; each < count; each++) {
      const item = this.#candidates[each]!;
      const score =
        each > 0 && item === target ? -Infinity : shares[start + each]! - this.#negatives.logChances[item]!;
      shares[start + each] = score;
      if (score > largest) largest = score;
    }
    let total = 0;
    for (let each = start; each < start + count; each++) total += shares[each] = exp(shares[each]! - largest);
    for (let each = start; each < start + count; each++) shares[each] = shares[each]! / total;
    shares[start] = shares[start]! - 1;
    return shares[start];
  }

  /** Updates the negatives by the sum of their gradients in the steps that shared them. */
  #updateNegatives(rate: number): void {
    const { kernels, at, shareStride } = this.#memory;
    kernels.updateBySums(
      at.candidates + 4,
      at.candidates + 4 * this.#candidates.length,
      at.users,
      at.shares + 4,
      at.shares + 4 + sharedSteps * shareStride,
      shareStride,
      at.itemGradient,
      rate,
    );
  }
}

/** The number of positions of each subject. */
function countPositions({ subjects }: Sequences): Uint32Array {
  const seen = new Uint32Array((subjects.at(-1) ?? -1) + 1);
  for (const subject of subjects) seen[subject] = seen[subject]! + 1;
  return seen;
}

/** The order of a later training: new positions in all rounds, the others in some. */
function laterOrder(
  { positions, firsts, subjects }: Sequences,
  seen: Uint32Array,
  rounds: number,
  draw: () => number,
): Uint32Array {
  const countRounds = (which: number): number =>
    positions[which]! - firsts[which]! <= (seen[subjects[which]!] ?? 0) ? seenRounds : rounds;
  let length = 0;
  for (let which = 0; which < positions.length; which++) length += countRounds(which);
  const order = new Uint32Array(length);
  let end = 0;
  for (let which = 0; which < positions.length; which++) {
    const next = end + countRounds(which);
    order.fill(which, end, next);
    end = next;
  }
  shuffle(order, draw);
  return order;
}

function shuffle(order: Uint32Array, draw: () => number): void {
  for (let end = order.length - 1; end > 0; end--) {
    const other = Math.floor(draw() * (end + 1));
    [order[end], order[other]] = [order[other]!, order[end]!];
  }
}
