import type { TrainedEmbeddings } from '../candidates/item-embeddings.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import { seededDraw } from '../rows/seeded-draw.ts';

export interface EmbeddingOptions {
  readonly dimensions: number;
  /** Items of a history that are read, the newest first. */
  readonly ages: number;
  /** How often each place of the histories is learnt from, and how many of these steps there are at most. */
  readonly rounds: number;
  readonly stepsMax: number;
  /** Other items that what came next is told from at each step. */
  readonly negatives: number;
  /** The rate of the first step; it falls to a tenth of it. */
  readonly rate: number;
  /** The share of a history's items that a step leaves out, so that none of them is relied on. */
  readonly leftOut: number;
  /** Draws the vectors of items that hardly tell anything to 0. */
  readonly ridge: number;
  readonly seed: number;
}

const DEFAULTS: EmbeddingOptions = {
  dimensions: 64,
  ages: 20,
  rounds: 8,
  stepsMax: 1_500_000,
  negatives: 64,
  rate: 0.05,
  leftOut: 0.2,
  ridge: 1e-3,
  seed: 1,
};

/** So many vectors are kept: they are four megabytes, and go from process to process as one write. */
const ITEMS_MAX = 50_000;
/** The least of the places to learn from: fewer teach nothing that counting them does not. */
const PLACES_MIN = 1000;
const FIRST_DEVIATION = 0.1;
const FIRST_SQUARES = 0.01;
/** What an item of age a counts at first: this to the a-th. */
const FIRST_AGE_DECAY = 0.75;
/** Ages are shared by all steps, so they move by smaller ones. */
const AGE_RATE = 0.2;
const RATE_LEFT = 0.1;
/** Rivals are drawn by the root of their count, those that hardly anybody touched more often than that. */
const RIVAL_POWER = 0.5;
const RIVAL_FLOOR = 0.2;
const RIVAL_TABLE = 1 << 20;
/** Steps that share their rivals, which are moved once after them: a third of the time of drawing them anew each time. */
const SHARED_STEPS = 8;

/** All histories one after the other, each the oldest first. */
interface Sequences {
  readonly items: Uint32Array;
  /** The places that have something before them, and where their histories begin. */
  readonly places: Uint32Array;
  readonly firsts: Uint32Array;
}

/**
 * The rows that are learnt: one for each item, and behind them one for each attribute. An item's vector is its own row and the sum of its
 * attributes' by the root of their number, so that what few histories have leans on what resembles it.
 */
interface Rows {
  readonly values: Float32Array;
  /** The sums of the squared derivatives. */
  readonly squares: Float32Array;
  /** By item: where its attributes begin in `attributes`, and the end of the last. */
  readonly starts: Uint32Array;
  readonly attributes: Uint32Array;
}

interface Run {
  readonly options: EmbeddingOptions;
  readonly sequences: Sequences;
  readonly rows: Rows;
  /** By age and dimension. */
  readonly ages: Float32Array;
  readonly ageSquares: Float32Array;
  readonly rivals: NegativeSampler;
  readonly draw: () => number;
  /** Of one step: the history's items that it reads, their ages and vectors; the candidates, the hit first, and theirs. */
  readonly sources: Uint32Array;
  readonly sourceAges: Uint32Array;
  readonly sourceVectors: Float64Array;
  readonly candidates: Uint32Array;
  readonly vectors: Float64Array;
  readonly shares: Float64Array;
  readonly user: Float64Array;
  /** The derivative of the history's vector; those of the candidates' vectors, by candidate. */
  readonly pull: Float64Array;
  readonly pulls: Float64Array;
}

/** Items as often as they are drawn, and the logarithm of that, by item. */
interface NegativeSampler {
  readonly table: Uint32Array;
  readonly logChances: Float64Array;
}

/**
 * Vectors of items, learnt by foretelling each place of each history from the ones before it: null where there are too few.
 *
 * A history is the sum of its items' vectors, each place of them weighed by age; what came next is told from 64 drawn rivals by the softmax
 * of the products, each less the logarithm of its chance to be drawn (sampled softmax: Bengio and Senecal 2008; this loss, rather
 * than the kind of net, is what makes such models good: Klenitskiy and Vasilev 2023). Steps are AdaGrad's (Duchi et al. 2011). The same state
 * gives the same vectors.
 */
export function trainEmbeddings(
  state: RecommenderState,
  options: EmbeddingOptions = DEFAULTS,
): TrainedEmbeddings | null {
  const sequences = readSequences(state);
  const places = sequences.places.length;
  if (places < PLACES_MIN) return null;
  const run = beginRun(state, sequences, options);
  const steps = Math.min(options.stepsMax, places * options.rounds);
  const order = Uint32Array.from({ length: places }, (_, at) => at);
  for (let step = 0; step < steps; step++) {
    if (step % places === 0) shuffle(order, run.draw);
    if (step % SHARED_STEPS === 0) drawRivals(run);
    const rate = options.rate * (1 - ((1 - RATE_LEFT) * step) / steps);
    learnPlace(run, order[step % places]!, rate);
    if (step % SHARED_STEPS === SHARED_STEPS - 1) moveRivals(run, rate);
  }
  return finished(state, run);
}

/** What the histories hold: of a view, a cart and a purchase in a row, one. */
function readSequences({ histories }: RecommenderState): Sequences {
  const items: number[] = [];
  const places: number[] = [];
  const firsts: number[] = [];
  for (let subject = 0; subject < histories.subjectNumbers; subject++) {
    const first = items.length;
    const length = histories.lengthOf(subject);
    let type = -1;
    for (let place = 0; place < length; place++) {
      const item = histories.itemAt(subject, place);
      const isSame = items.length > first && items.at(-1) === item;
      const isStep = isSame && type !== histories.typeAt(subject, place);
      type = histories.typeAt(subject, place);
      if (isStep) continue;
      if (items.length > first) {
        places.push(items.length);
        firsts.push(first);
      }
      items.push(item);
    }
  }
  return {
    items: Uint32Array.from(items),
    places: Uint32Array.from(places),
    firsts: Uint32Array.from(firsts),
  };
}

function beginRun(state: RecommenderState, sequences: Sequences, options: EmbeddingOptions): Run {
  const { dimensions, ages, negatives: rivals } = options;
  let drawn = 0;
  const draw = (): number => seededDraw(options.seed, drawn++);
  const attributes = Array.from({ length: state.itemCount }, (_, item) => state.lift.attributesOf(item));
  const starts = new Uint32Array(state.itemCount + 1);
  attributes.forEach((own, item) => (starts[item + 1] = starts[item]! + own.length));
  const attributeCount = attributes.reduce((most, own) => Math.max(most, ...own.map((each) => each + 1)), 0);
  const size = (state.itemCount + attributeCount) * dimensions;
  return {
    options,
    sequences,
    rows: {
      values: Float32Array.from({ length: size }, () => FIRST_DEVIATION * normal(draw)),
      squares: new Float32Array(size).fill(FIRST_SQUARES),
      starts,
      attributes: Uint32Array.from(attributes.flatMap((own) => [...own])),
    },
    ages: Float32Array.from({ length: ages * dimensions }, (_, at) => {
      return FIRST_AGE_DECAY ** Math.floor(at / dimensions);
    }),
    ageSquares: new Float32Array(ages * dimensions).fill(FIRST_SQUARES),
    rivals: rivalDraw(sequences, state.itemCount),
    draw,
    sources: new Uint32Array(ages),
    sourceAges: new Uint32Array(ages),
    sourceVectors: new Float64Array(ages * dimensions),
    candidates: new Uint32Array(rivals + 1),
    vectors: new Float64Array((rivals + 1) * dimensions),
    shares: new Float64Array(rivals + 1),
    user: new Float64Array(dimensions),
    pull: new Float64Array(dimensions),
    pulls: new Float64Array((rivals + 1) * dimensions),
  };
}

function rivalDraw({ items, places }: Sequences, itemCount: number): NegativeSampler {
  const counts = new Float64Array(itemCount);
  for (const place of places) counts[items[place]!] = counts[items[place]!]! + 1;
  const weights = counts.map((count) => count ** RIVAL_POWER);
  const touched = weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
  const floor = (RIVAL_FLOOR * weights.reduce((sum, weight) => sum + weight, 0)) / Math.max(1, touched);
  const total = weights.reduce((sum, weight) => sum + weight + floor, 0);
  const table = new Uint32Array(RIVAL_TABLE);
  let item = 0;
  let below = weights[0]! + floor;
  for (let at = 0; at < RIVAL_TABLE; at++) {
    while (item < itemCount - 1 && below < ((at + 0.5) / RIVAL_TABLE) * total)
      below += weights[++item]! + floor;
    table[at] = item;
  }
  return { table, logChances: weights.map((weight) => Math.log(((weight + floor) / total) * itemCount)) };
}

function learnPlace(run: Run, which: number, rate: number): void {
  const { items, places, firsts } = run.sequences;
  const place = places[which]!;
  const sources = readSources(run, place, firsts[which]!);
  if (sources === 0) return;
  tell(run, items[place]!);
  pullCandidates(run, rate);
  pullSources(run, sources, rate);
}

/** Sums the history's vector from those of its items that are not left out; gives how many they are. */
function readSources(run: Run, place: number, first: number): number {
  const { options, sequences, sources, sourceAges, sourceVectors, ages, user } = run;
  const { dimensions, leftOut } = options;
  const length = Math.min(options.ages, place - first);
  user.fill(0);
  let count = 0;
  for (let age = 0; age < length; age++) {
    if (length > 1 && run.draw() < leftOut) continue;
    const item = sequences.items[place - 1 - age]!;
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

/** An item's vector: its own row, and its attributes'. */
function compose(rows: Rows, item: number, into: Float64Array, start: number, dimensions: number): void {
  const { values, starts, attributes } = rows;
  for (let at = 0; at < dimensions; at++) into[start + at] = values[item * dimensions + at]!;
  const [first, end] = [starts[item]!, starts[item + 1]!];
  if (first === end) return;
  const factor = 1 / Math.sqrt(end - first);
  for (let each = first; each < end; each++) {
    const row = (starts.length - 1 + attributes[each]!) * dimensions;
    for (let at = 0; at < dimensions; at++) into[start + at] = into[start + at]! + factor * values[row + at]!;
  }
}

/** Draws the rivals of the next steps: all candidates but the first. */
function drawRivals({ options, rows, rivals, draw, candidates, vectors, pulls }: Run): void {
  for (let each = 1; each < candidates.length; each++) {
    candidates[each] = rivals.table[Math.floor(draw() * RIVAL_TABLE)]!;
    compose(rows, candidates[each]!, vectors, each * options.dimensions, options.dimensions);
  }
  pulls.fill(0);
}

/** The softmax's share of the hit, the first of the candidates, and of each rival. */
function tell({ options, rows, candidates, vectors, shares, user, rivals }: Run, hit: number): void {
  const { dimensions } = options;
  candidates[0] = hit;
  compose(rows, hit, vectors, 0, dimensions);
  let largest = -Infinity;
  for (let each = 0; each < candidates.length; each++) {
    const item = candidates[each]!;
    const start = each * dimensions;
    let score = -rivals.logChances[item]!;
    for (let at = 0; at < dimensions; at++) score += user[at]! * vectors[start + at]!;
    shares[each] = each > 0 && item === hit ? -Infinity : score;
    largest = Math.max(largest, shares[each]!);
  }
  let total = 0;
  for (let each = 0; each < shares.length; each++) total += shares[each] = Math.exp(shares[each]! - largest);
  for (let each = 0; each < shares.length; each++) shares[each] = shares[each]! / total;
}

/** Sums what the history's vector and the rivals' are pulled by, and moves the hit's rows. */
function pullCandidates(
  { options, rows, candidates, vectors, shares, user, pull, pulls }: Run,
  rate: number,
): void {
  const { dimensions, ridge } = options;
  const missing = shares[0]! - 1;
  for (let at = 0; at < dimensions; at++) pull[at] = missing * vectors[at]!;
  for (let each = 1; each < candidates.length; each++) {
    const share = shares[each]!;
    const start = each * dimensions;
    for (let at = 0; at < dimensions; at++) {
      pull[at] = pull[at]! + share * vectors[start + at]!;
      pulls[start + at] = pulls[start + at]! + share * user[at]!;
    }
  }
  for (let at = 0; at < dimensions; at++) pulls[at] = missing * user[at]!;
  move(rows, candidates[0]!, pulls, 0, { rate, dimensions, ridge });
}

function moveRivals({ options, rows, candidates, pulls }: Run, rate: number): void {
  const { dimensions } = options;
  for (let each = 1; each < candidates.length; each++)
    move(rows, candidates[each]!, pulls, each * dimensions, { rate, dimensions, ridge: 0 });
}

/** Moves the rows of the history's items, and what their ages count. */
function pullSources(run: Run, count: number, rate: number): void {
  const { options, rows, sources, sourceAges, sourceVectors, ages, ageSquares, pull, user } = run;
  const { dimensions, ridge } = options;
  for (let each = 0; each < count; each++) {
    const [start, age] = [each * dimensions, sourceAges[each]! * dimensions];
    for (let at = 0; at < dimensions; at++) {
      user[at] = pull[at]! * ages[age + at]!;
      const gradient = pull[at]! * sourceVectors[start + at]!;
      const squares = ageSquares[age + at]! + gradient * gradient;
      ageSquares[age + at] = squares;
      ages[age + at] = ages[age + at]! - (AGE_RATE * rate * gradient) / Math.sqrt(squares);
    }
    move(rows, sources[each]!, user, 0, { rate, dimensions, ridge });
  }
}

/** Moves an item's rows against the derivative of its vector, which begins at `from`. */
function move(
  { values, squares, starts, attributes }: Rows,
  item: number,
  gradient: Float64Array,
  from: number,
  { rate, dimensions, ridge }: { rate: number; dimensions: number; ridge: number },
): void {
  const own = item * dimensions;
  for (let at = 0; at < dimensions; at++) {
    const slope = gradient[from + at]! + ridge * values[own + at]!;
    const sum = squares[own + at]! + slope * slope;
    squares[own + at] = sum;
    values[own + at] = values[own + at]! - (rate * slope) / Math.sqrt(sum);
  }
  const [first, end] = [starts[item]!, starts[item + 1]!];
  if (first === end) return;
  const share = 1 / Math.sqrt(end - first);
  for (let each = first; each < end; each++) {
    const row = (starts.length - 1 + attributes[each]!) * dimensions;
    for (let at = 0; at < dimensions; at++) {
      const slope = share * gradient[from + at]!;
      const sum = squares[row + at]! + slope * slope;
      squares[row + at] = sum;
      values[row + at] = values[row + at]! - (rate * slope) / Math.sqrt(sum);
    }
  }
}

/** The vectors of the items that were touched, of many the most touched ones. */
function finished(state: RecommenderState, { options, sequences, rows, ages }: Run): TrainedEmbeddings {
  const { dimensions } = options;
  const touches = new Uint32Array(state.itemCount);
  for (const item of sequences.items) touches[item] = touches[item]! + 1;
  const items = Array.from(touches.keys())
    .filter((item) => touches[item]! > 0)
    .sort((one, other) => touches[other]! - touches[one]! || one - other)
    .slice(0, ITEMS_MAX);
  const vectors = new Int8Array(items.length * dimensions);
  const scales = new Float32Array(items.length);
  const one = new Float64Array(dimensions);
  items.forEach((item, place) => {
    compose(rows, item, one, 0, dimensions);
    const largest = one.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    scales[place] = largest / 127;
    if (largest === 0) return;
    for (let at = 0; at < dimensions; at++)
      vectors[place * dimensions + at] = Math.round((127 * one[at]!) / largest);
  });
  return { dimensions, ids: items.map((item) => state.idOf(item)), vectors, scales, ages };
}

function shuffle(order: Uint32Array, draw: () => number): void {
  for (let end = order.length - 1; end > 0; end--) {
    const other = Math.floor(draw() * (end + 1));
    [order[end], order[other]] = [order[other]!, order[end]!];
  }
}

/** Box and Muller's normal number. */
function normal(draw: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}
