import type { TrainedEmbeddings } from '../candidates/item-embeddings.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import { seededDraw } from '../rows/seeded-draw.ts';
import { compose, initialSquares, startRows, updateItem, type EmbeddingRows } from './embedding-rows.ts';
import { readSequences, type Sequences } from './history-sequences.ts';
import { negativeSampler, type NegativeSampler } from './negative-sampling.ts';

export interface EmbeddingOptions {
  readonly dimensions: number;
  /** Items of a history that are read, newest first. */
  readonly ages: number;
  /** Number of passes over all positions of the histories, and maximum steps. */
  readonly rounds: number;
  readonly stepsMax: number;
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
  negatives: 64,
  rate: 0.05,
  dropout: 0.2,
  ridge: 1e-3,
  seed: 1,
};

/** Maximum stored vectors: four megabytes, sent between processes in one write. */
const itemsMax = 50_000;
/** Minimum positions for a training: with fewer, counting is as good. */
const positionsMin = 1000;
/** The initial weight of age a: this to the power of a. */
const initialAgeDecay = 0.75;
/** Ages are shared by all steps, so their learning rate is lower. */
const ageRate = 0.2;
const finalRateShare = 0.1;
/** Steps that share their negatives, which are updated once afterwards: a third of the time of new ones for each step. */
const sharedSteps = 8;

interface Run {
  readonly options: EmbeddingOptions;
  readonly sequences: Sequences;
  readonly rows: EmbeddingRows;
  /** By age and dimension. */
  readonly ages: Float32Array;
  readonly ageSquares: Float32Array;
  readonly negatives: NegativeSampler;
  readonly draw: () => number;
  /**
   * Of one step: the history items that it reads, with their ages and vectors; the candidates, the target first, and their
   * vectors.
   */
  readonly sources: Uint32Array;
  readonly sourceAges: Uint32Array;
  readonly sourceVectors: Float64Array;
  readonly candidates: Uint32Array;
  readonly vectors: Float64Array;
  /** Of the steps that share their negatives: by step the shares of its candidates, and the history's vector. */
  readonly shares: Float64Array;
  readonly user: Float64Array;
  /** The gradient of the history's vector, of the target's, and of one history item or negative. */
  readonly historyGradient: Float64Array;
  readonly targetGradient: Float64Array;
  readonly itemGradient: Float64Array;
}

/** Passes over the positions that an earlier training has seen. */
const seenRounds = 2;

/**
 * Trains item embeddings to predict the next item of each history from the ones before it.
 *
 * A history is the sum of its items' vectors, each component weighted by age. The next item is classified against 64 sampled
 * negatives by the softmax of the dot products, each minus the logarithm of its sampling probability (sampled softmax: Bengio
 * and Senecal 2008; this loss, rather than the architecture, makes these models good: Klenitskiy and Vasilev 2023). Updates use
 * AdaGrad (Duchi et al. 2011). The same states give the same vectors.
 */
export class EmbeddingTrainer {
  readonly #options: EmbeddingOptions;
  #previous: Run | null = null;

  constructor(options: EmbeddingOptions = defaults) {
    this.#options = options;
  }

  /**
   * Trains on the histories of a state; null with too few positions. A later call, with the same state after more events, goes
   * on from the trained vectors: it passes over the new positions as often, and over the others less.
   */
  train(state: RecommenderState): TrainedEmbeddings | null {
    const sequences = readSequences(state);
    if (sequences.positions.length < positionsMin) return null;
    const run = startRun(state, sequences, this.#options, this.#previous);
    const order = this.#previous === null ? null : laterOrder(run, this.#previous.sequences);
    this.#previous = run;
    trainSteps(run, order);
    return exportEmbeddings(state, run);
  }
}

/** As {@link EmbeddingTrainer}, once. */
export function trainEmbeddings(
  state: RecommenderState,
  options: EmbeddingOptions = defaults,
): TrainedEmbeddings | null {
  return new EmbeddingTrainer(options).train(state);
}

/** Trains positions in an order, or all of them in rounds, each in another order. */
function trainSteps(run: Run, given: Uint32Array | null): void {
  const { options, sequences } = run;
  const positions = sequences.positions.length;
  const steps = Math.min(options.stepsMax, given?.length ?? positions * options.rounds);
  const order = given ?? Uint32Array.from({ length: positions }, (_, at) => at);
  for (let step = 0; step < steps; step++) {
    if (given === null && step % positions === 0) shuffle(order, run.draw);
    if (step % sharedSteps === 0) drawNegatives(run);
    const rate = options.rate * (1 - ((1 - finalRateShare) * step) / steps);
    trainPosition(run, order[step % order.length]!, step % sharedSteps, rate);
    if (step % sharedSteps === sharedSteps - 1) updateNegatives(run, rate);
  }
}

/** The order of a later training: new positions in all rounds, the others in some. */
function laterOrder({ options, sequences, draw }: Run, earlier: Sequences): Uint32Array {
  const { positions, firsts, subjects } = sequences;
  const seen = new Map<number, number>();
  earlier.subjects.forEach((subject) => seen.set(subject, (seen.get(subject) ?? 0) + 1));
  const order: number[] = [];
  for (let which = 0; which < positions.length; which++) {
    const isSeen = positions[which]! - firsts[which]! <= (seen.get(subjects[which]!) ?? 0);
    for (let round = 0; round < (isSeen ? seenRounds : options.rounds); round++) order.push(which);
  }
  const shuffled = Uint32Array.from(order);
  shuffle(shuffled, draw);
  return shuffled;
}

/** A training from random vectors, or from those of an earlier one: only new items and attributes are random. */
function startRun(
  state: RecommenderState,
  sequences: Sequences,
  options: EmbeddingOptions,
  earlier: Run | null,
): Run {
  const { dimensions, ages, negatives } = options;
  let drawn = 0;
  const seed = options.seed + (earlier === null ? 0 : 1);
  const draw = (): number => seededDraw(seed, drawn++);
  return {
    options,
    sequences,
    rows: startRows(state, dimensions, draw, earlier?.rows ?? null),
    ages:
      earlier?.ages ??
      Float32Array.from({ length: ages * dimensions }, (_, at) => {
        return initialAgeDecay ** Math.floor(at / dimensions);
      }),
    ageSquares: earlier?.ageSquares ?? new Float32Array(ages * dimensions).fill(initialSquares),
    negatives: negativeSampler(
      Array.from(sequences.positions, (position) => sequences.items[position]!),
      state.itemCount,
    ),
    draw,
    sources: new Uint32Array(ages),
    sourceAges: new Uint32Array(ages),
    sourceVectors: new Float64Array(ages * dimensions),
    candidates: new Uint32Array(negatives + 1),
    vectors: new Float64Array((negatives + 1) * dimensions),
    shares: new Float64Array(sharedSteps * (negatives + 1)),
    user: new Float64Array(sharedSteps * dimensions),
    historyGradient: new Float64Array(dimensions),
    targetGradient: new Float64Array(dimensions),
    itemGradient: new Float64Array(dimensions),
  };
}

/** One step; `shared` is its number among those with the same negatives. */
function trainPosition(run: Run, which: number, shared: number, rate: number): void {
  const { items, positions, firsts } = run.sequences;
  const { dimensions } = run.options;
  const position = positions[which]!;
  const user = run.user.subarray(shared * dimensions, (shared + 1) * dimensions);
  const shares = run.shares.subarray(shared * run.candidates.length, (shared + 1) * run.candidates.length);
  const sources = readSources(run, position, firsts[which]!, user);
  if (sources === 0) return void shares.fill(0);
  computeShares(run, items[position]!, user, shares);
  updateTarget(run, user, shares, rate);
  updateSources(run, sources, rate);
}

/** Sums the history's vector from its items that are not dropped; returns their number. */
function readSources(run: Run, position: number, first: number, user: Float64Array): number {
  const { options, sequences, sources, sourceAges, sourceVectors, ages } = run;
  const { dimensions, dropout } = options;
  const length = Math.min(options.ages, position - first);
  user.fill(0);
  let count = 0;
  for (let age = 0; age < length; age++) {
    if (length > 1 && run.draw() < dropout) continue;
    const item = sequences.items[position - 1 - age]!;
    sources[count] = item;
    sourceAges[count] = age;
    const start = count * dimensions;
    compose(run.rows, item, sourceVectors, start, dimensions);
    for (let at = 0; at < dimensions; at++)
      user[at] = user[at]! + ages[age * dimensions + at]! * sourceVectors[start + at]!;
    count++;
  }
  return count;
}

/** Draws the negatives of the next steps: all candidates but the first. */
function drawNegatives(run: Run): void {
  const { options, rows, negatives, draw, candidates, vectors } = run;
  for (let each = 1; each < candidates.length; each++) {
    candidates[each] = negatives.table[Math.floor(draw() * negatives.table.length)]!;
    compose(rows, candidates[each]!, vectors, each * options.dimensions, options.dimensions);
  }
}

/** The softmax shares of the target, the first of the candidates, and of each negative. */
function computeShares(run: Run, target: number, user: Float64Array, shares: Float64Array): void {
  const { rows, candidates, vectors, negatives } = run;
  const { dimensions } = run.options;
  candidates[0] = target;
  compose(rows, target, vectors, 0, dimensions);
  scoreCandidates(vectors, user, shares);
  let largest = -Infinity;
  for (let each = 0; each < candidates.length; each++) {
    const item = candidates[each]!;
    const score = shares[each]! - negatives.logChances[item]!;
    shares[each] = each > 0 && item === target ? -Infinity : score;
    largest = Math.max(largest, shares[each]!);
  }
  let total = 0;
  for (let each = 0; each < shares.length; each++) total += shares[each] = Math.exp(shares[each]! - largest);
  for (let each = 0; each < shares.length; each++) shares[each] = shares[each]! / total;
}

/**
 * The dot product of each vector with the history's. Four at a time: their sums do not wait for each other, and a
 * component of the history is read once for all.
 */
function scoreCandidates(vectors: Float64Array, user: Float64Array, scores: Float64Array): void {
  const dimensions = user.length;
  let each = 0;
  for (; each + 4 <= scores.length; each += 4) {
    const a = each * dimensions;
    const [b, c, d] = [a + dimensions, a + 2 * dimensions, a + 3 * dimensions];
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let at = 0; at < dimensions; at++) {
      const value = user[at]!;
      first += value * vectors[a + at]!;
      second += value * vectors[b + at]!;
      third += value * vectors[c + at]!;
      fourth += value * vectors[d + at]!;
    }
    scores[each] = first;
    scores[each + 1] = second;
    scores[each + 2] = third;
    scores[each + 3] = fourth;
  }
  for (; each < scores.length; each++) {
    let sum = 0;
    for (let at = 0; at < dimensions; at++) sum += user[at]! * vectors[each * dimensions + at]!;
    scores[each] = sum;
  }
}

/** Computes the gradient of the history's vector, and updates the target's rows. */
function updateTarget(run: Run, user: Float64Array, shares: Float64Array, rate: number): void {
  const { options, rows, candidates, vectors, historyGradient, targetGradient } = run;
  const { dimensions, ridge } = options;
  const missing = shares[0]! - 1;
  for (let at = 0; at < dimensions; at++) {
    historyGradient[at] = missing * vectors[at]!;
    targetGradient[at] = missing * user[at]!;
  }
  addWeighted(historyGradient, vectors, shares);
  updateItem(rows, candidates[0]!, targetGradient, { rate, dimensions, ridge });
}

/** Adds the negatives' vectors, each times its share, to a vector: four at a time, so that a sum is stored once for four. */
function addWeighted(sums: Float64Array, vectors: Float64Array, shares: Float64Array): void {
  const dimensions = sums.length;
  let each = 1;
  for (; each + 4 <= shares.length; each += 4) {
    const start = each * dimensions;
    const [a, b, c, d] = [shares[each]!, shares[each + 1]!, shares[each + 2]!, shares[each + 3]!];
    for (let at = start; at < start + dimensions; at++)
      sums[at - start] =
        sums[at - start]! +
        a * vectors[at]! +
        b * vectors[at + dimensions]! +
        c * vectors[at + 2 * dimensions]! +
        d * vectors[at + 3 * dimensions]!;
  }
  for (; each < shares.length; each++)
    for (let at = 0; at < dimensions; at++)
      sums[at] = sums[at]! + shares[each]! * vectors[each * dimensions + at]!;
}

/** Updates the negatives by the sum of their gradients in the steps that shared them. */
function updateNegatives(run: Run, rate: number): void {
  const { options, rows, candidates, shares, user, itemGradient } = run;
  const { dimensions } = options;
  const step = { rate, dimensions, ridge: 0 };
  for (let each = 1; each < candidates.length; each++) {
    itemGradient.fill(0);
    for (let shared = 0; shared < sharedSteps; shared++) {
      const share = shares[shared * candidates.length + each]!;
      const start = shared * dimensions;
      for (let at = 0; at < dimensions; at++)
        itemGradient[at] = itemGradient[at]! + share * user[start + at]!;
    }
    updateItem(rows, candidates[each]!, itemGradient, step);
  }
}

/** Updates the rows of the history's items, and the weights of their ages. */
function updateSources(run: Run, count: number, rate: number): void {
  const { options, rows, sources, sourceAges, sourceVectors, ages, ageSquares, historyGradient } = run;
  const gradientOfItem = run.itemGradient;
  const { dimensions, ridge } = options;
  for (let each = 0; each < count; each++) {
    const [start, age] = [each * dimensions, sourceAges[each]! * dimensions];
    for (let at = 0; at < dimensions; at++) {
      gradientOfItem[at] = historyGradient[at]! * ages[age + at]!;
      const gradient = historyGradient[at]! * sourceVectors[start + at]!;
      const squares = ageSquares[age + at]! + gradient * gradient;
      ageSquares[age + at] = squares;
      ages[age + at] = ages[age + at]! - (ageRate * rate * gradient) / Math.sqrt(squares);
    }
    updateItem(rows, sources[each]!, gradientOfItem, { rate, dimensions, ridge });
  }
}

/** The vectors of the items with interactions; the most frequent ones where there are many. */
function exportEmbeddings(state: RecommenderState, run: Run): TrainedEmbeddings {
  const { sequences, rows, ages } = run;
  const { dimensions } = run.options;
  const counts = new Uint32Array(state.itemCount);
  for (const item of sequences.items) counts[item] = counts[item]! + 1;
  const items = Array.from(counts.keys())
    .filter((item) => counts[item]! > 0)
    .sort((one, other) => counts[other]! - counts[one]! || one - other)
    .slice(0, itemsMax);
  const vectors = new Int8Array(items.length * dimensions);
  const scales = new Float32Array(items.length);
  const vector = new Float64Array(dimensions);
  items.forEach((item, position) => {
    compose(rows, item, vector, 0, dimensions);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    scales[position] = largest / 127;
    if (largest === 0) return;
    for (let at = 0; at < dimensions; at++)
      vectors[position * dimensions + at] = Math.round((127 * vector[at]!) / largest);
  });
  return { dimensions, ids: items.map((item) => state.idOf(item)), vectors, scales, ages };
}

function shuffle(order: Uint32Array, draw: () => number): void {
  for (let end = order.length - 1; end > 0; end--) {
    const other = Math.floor(draw() * (end + 1));
    [order[end], order[other]] = [order[other]!, order[end]!];
  }
}
