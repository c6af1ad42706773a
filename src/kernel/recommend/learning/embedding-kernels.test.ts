import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawBySeed } from '../rows/seeded-draw.ts';
import { EmbeddingMemory } from './embedding-memory.ts';

const dimensions = 32;
const sizes = { dimensions, ages: 5, candidates: 7, sharedSteps: 3 };
/** By item: its own record and those of its attributes. */
const recordsOf = [[0], [1, 4], [2, 4, 5], [3, 5, 6, 4]];
const recordCount = 7;
const zeros: readonly number[] = Array.from({ length: dimensions }, () => 0);
const rate = 0.1;
const ridge = 0.01;

let drawn = 0;
const draw = (): number => drawBySeed(1, drawn++) - 0.5;

/** A memory of four items with random records, and a copy of these for the naive calculation. */
function randomItems(): { memory: EmbeddingMemory; records: number[][]; sums: number[] } {
  const memory = new EmbeddingMemory(sizes);
  const starts = Uint32Array.of(0, 1, 3, 6, 10);
  memory.setRecords(starts, Uint32Array.from(recordsOf.flat()), recordCount);
  memory.sums().forEach((_, record, all) => (all[record] = 0.5 + drawBySeed(2, record)));
  const records = Array.from({ length: recordCount }, (_, record) => {
    const vector = memory.record(record);
    vector.forEach((_value, at) => (vector[at] = draw()));
    return [...vector];
  });
  return { memory, records, sums: [...memory.sums()] };
}

const add = (one: readonly number[], other: readonly number[], times = 1): number[] =>
  one.map((value, at) => value + times * other[at]!);

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

function composed(records: readonly number[][], item: number): number[] {
  const [own, ...attributes] = recordsOf[item]!;
  const weight = 1 / Math.sqrt(attributes.length);
  return attributes.reduce((sum, record) => add(sum, records[record]!, weight), records[own!]!);
}

function descend(vector: number[], sum: number, slope: readonly number[]): number {
  const total = sum + dot(slope, slope) / dimensions;
  slope.forEach((value, at) => (vector[at] = vector[at]! - (rate * value) / Math.sqrt(total)));
  return total;
}

function update(
  records: number[][],
  sums: number[],
  item: number,
  gradient: readonly number[],
  penalty = ridge,
): void {
  const [own, ...attributes] = recordsOf[item]!;
  sums[own!] = descend(records[own!]!, sums[own!]!, add(gradient, records[own!]!, penalty));
  const weight = 1 / Math.sqrt(attributes.length);
  for (const record of attributes)
    sums[record] = descend(
      records[record]!,
      sums[record]!,
      gradient.map((value) => weight * value),
    );
}

function close(actual: Float32Array, expected: readonly number[]): void {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, at) =>
    assert.ok(Math.abs(value - expected[at]!) < 1e-5, `${value}, ${expected[at]}`),
  );
}

function closeRecords(memory: EmbeddingMemory, records: readonly number[][], sums: readonly number[]): void {
  records.forEach((vector, record) => close(memory.record(record), vector));
  close(memory.sums(), sums);
}

/** Writes random vectors. */
function randomVectors(memory: EmbeddingMemory, address: number, count: number): number[][] {
  return Array.from({ length: count }, (_, number) => {
    const vector = memory.floats(address + number * memory.vectorBytes, dimensions);
    vector.forEach((_value, at) => (vector[at] = draw()));
    return [...vector];
  });
}

test('EmbeddingKernels composes the vectors of items, and of a history', () => {
  const { memory, records } = randomItems();
  const { kernels, at } = memory;
  const items = [3, 0, 2];
  memory.numbers(at.sources, 3).set(items);
  memory.numbers(at.sourceAges, 3).set([0, 2, 4]);
  const ages = randomVectors(memory, at.ages, sizes.ages);
  kernels.composeAll(at.sources, at.sources + 12, at.sourceVectors);
  kernels.sumHistory(at.sourceAges, at.sourceAges + 12, at.ages, at.sourceVectors, at.users);
  const vectors = items.map((item) => composed(records, item));
  vectors.forEach((vector, number) => {
    close(memory.floats(at.sourceVectors + number * memory.vectorBytes, dimensions), vector);
  });
  const sum = vectors[0]!.map((_, number) =>
    [0, 2, 4].reduce((total, age, each) => total + ages[age]![number]! * vectors[each]![number]!, 0),
  );
  close(memory.floats(at.users, dimensions), sum);
});

test('EmbeddingKernels computes dot products and weighted sums', () => {
  const { memory } = randomItems();
  const { kernels, at } = memory;
  const vectors = randomVectors(memory, at.candidateVectors, 8);
  const [user] = randomVectors(memory, at.users, 1);
  kernels.dots(at.candidateVectors, at.candidateVectors + 8 * memory.vectorBytes, at.users, at.shares);
  const products = vectors.map((vector) => dot(vector, user!));
  close(memory.floats(at.shares, 8), products);
  kernels.weightedSum(at.candidateVectors, at.shares, at.shares + 4 * 7, 4, at.historyGradient);
  const sum = vectors.slice(0, 7).reduce((total, vector, each) => add(total, vector, products[each]), zeros);
  close(memory.floats(at.historyGradient, dimensions), sum);
});

test('EmbeddingKernels updates an item, its attributes and the items of a history', () => {
  const { memory, records, sums } = randomItems();
  const { kernels, at } = memory;
  const [gradient] = randomVectors(memory, at.historyGradient, 1);
  kernels.update(3, at.historyGradient, -0.5, rate, ridge);
  update(
    records,
    sums,
    3,
    gradient!.map((value) => -0.5 * value),
  );
  closeRecords(memory, records, sums);

  const ages = randomVectors(memory, at.ages, sizes.ages);
  const ageSums = [...memory.floats(at.ageSums, sizes.ages).fill(0.3)];
  const vectors = randomVectors(memory, at.sourceVectors, 2);
  memory.numbers(at.sources, 2).set([1, 2]);
  memory.numbers(at.sourceAges, 2).set([4, 1]);
  kernels.updateHistory(
    at.sources,
    at.sources + 8,
    at.sourceAges,
    at.ages,
    at.ageSums,
    at.sourceVectors,
    at.historyGradient,
    at.itemGradient,
    rate,
    rate,
    ridge,
  );
  for (const [each, item] of [1, 2].entries()) {
    const age = [4, 1][each]!;
    const ofItem = gradient!.map((value, number) => value * ages[age]![number]!);
    const ofAge = gradient!.map((value, number) => value * vectors[each]![number]!);
    ageSums[age] = descend(ages[age]!, ageSums[age]!, ofAge);
    update(records, sums, item, ofItem);
  }
  closeRecords(memory, records, sums);
  ages.forEach((vector, age) => close(memory.floats(at.ages + age * memory.vectorBytes, dimensions), vector));
  close(memory.floats(at.ageSums, sizes.ages), ageSums);
});

test('EmbeddingKernels updates items by the sums of the steps that shared them', () => {
  const { memory, records, sums } = randomItems();
  const { kernels, at, shareStride } = memory;
  const users = randomVectors(memory, at.users, sizes.sharedSteps);
  const shares = users.map((_, step) => {
    const row = memory.floats(at.shares + step * shareStride, sizes.candidates);
    row.forEach((_value, each) => (row[each] = draw()));
    return [...row];
  });
  memory.numbers(at.candidates, 3).set([2, 0, 3]);
  const sharesEnd = at.shares + sizes.sharedSteps * shareStride;
  kernels.updateBySums(
    at.candidates,
    at.candidates + 12,
    at.users,
    at.shares,
    sharesEnd,
    shareStride,
    at.itemGradient,
    rate,
  );
  for (const [each, item] of [2, 0, 3].entries()) {
    const gradient = users.reduce((sum, user, step) => add(sum, user, shares[step]![each]), zeros);
    update(records, sums, item, gradient, 0);
  }
  closeRecords(memory, records, sums);
});

test('EmbeddingMemory.setRecords() keeps the records when more items come', () => {
  const { memory, records, sums } = randomItems();
  const starts = Uint32Array.from({ length: 20_001 }, (_, item) => item);
  const list = Uint32Array.from({ length: 20_000 }, (_, item) => item);
  memory.setRecords(starts, list, 20_000);
  records.forEach((vector, record) => close(memory.record(record), vector));
  close(memory.sums().subarray(0, recordCount), sums);
  memory.kernels.compose(5, memory.at.itemGradient);
  close(memory.floats(memory.at.itemGradient, dimensions), records[5]!);
});

test('EmbeddingMemory has room for the parts of a step of any size', () => {
  const memory = new EmbeddingMemory({ dimensions: 256, ages: 100, candidates: 65, sharedSteps: 8 });
  memory.floats(memory.at.shares, (8 * memory.shareStride) / 4).fill(1);
  assert.throws(() => new EmbeddingMemory({ ...sizes, dimensions: 24 }), RangeError);
});
