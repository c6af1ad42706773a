import { hashStringWithSeed } from '../bits/hashing.ts';

/** Buckets that the visitors of an experiment are divided into: a share is a multiple of .01 %. */
export const allocationBuckets = 10_000;

/** Consecutive buckets of an arm. */
export interface ArmRange {
  readonly arm: string;
  /** Buckets from 0 to {@link allocationBuckets}; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

export interface ArmShare {
  readonly arm: string;
  /** The share of visitors, 0 to 1, rounded to .01 %. */
  readonly share: number;
}

/**
 * The buckets of each arm, by ascending `from`; buckets of no arm are outside of the experiment. An arm keeps its buckets when its
 * share stays, whatever other shares do; one that grows keeps all of its buckets, and one that shrinks gets no new ones.
 * That cannot follow from the shares alone, so that the ranges are stored with the experiment, and passed as `previous`.
 * @throws RangeError if a share is outside of 0 to 1, their sum exceeds 1, or an arm is named twice
 */
export function allocateArms(shares: readonly ArmShare[], previous: readonly ArmRange[] = []): ArmRange[] {
  const targets = allocateBuckets(shares);
  const ranges: ArmRange[] = [];
  const owned = new Map<string, number>();
  for (const { arm, from, to } of previous) {
    const has = owned.get(arm) ?? 0;
    const count = Math.min(to - from, (targets.get(arm) ?? 0) - has);
    if (count <= 0) continue;
    ranges.push({ arm, from, to: from + count });
    owned.set(arm, has + count);
  }
  const free = findGaps(ranges);
  const added: ArmRange[] = [];
  for (const [arm, count] of targets) {
    let missing = count - (owned.get(arm) ?? 0);
    while (missing > 0) {
      const gap = free[0]!;
      const to = Math.min(gap.to, gap.from + missing);
      added.push({ arm, from: gap.from, to });
      missing -= to - gap.from;
      if (to === gap.to) free.shift();
      else free[0] = { from: to, to: gap.to };
    }
  }
  return mergeRanges([...ranges, ...added].sort((a, b) => a.from - b.from));
}

/**
 * The arm of a user or session, or null for those outside of the experiment. It depends on nothing else, so that every process
 * and thread assigns equally, without a cookie or a table. Other experiments assign independently.
 */
export function assignArm(ranges: readonly ArmRange[], experiment: string, unit: string): string | null {
  const bucket = hashToBucket(experiment, unit);
  for (const { arm, from, to } of ranges) if (bucket >= from && bucket < to) return arm;
  return null;
}

/** Hashes a unit to a bucket from 0 up to {@link allocationBuckets}. */
function hashToBucket(experiment: string, unit: string): number {
  const hash = hashStringWithSeed(unit, hashStringWithSeed(experiment, 0));
  return Math.floor((hash / 2 ** 32) * allocationBuckets);
}

function allocateBuckets(shares: readonly ArmShare[]): Map<string, number> {
  const targets = new Map<string, number>();
  let sum = 0;
  for (const { arm, share } of shares) {
    if (!(share >= 0 && share <= 1)) throw new RangeError(`The share of ${arm} must be 0 to 1: ${share}`);
    if (targets.has(arm)) throw new RangeError(`The arm ${arm} is named twice`);
    const count = Math.round(share * allocationBuckets);
    targets.set(arm, count);
    sum += count;
  }
  if (sum > allocationBuckets)
    throw new RangeError(`The sum of the shares must be at most 1: ${sum / allocationBuckets}`);
  return targets;
}

/** The buckets that no range covers. */
function findGaps(ranges: readonly ArmRange[]): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let at = 0;
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (from > at) gaps.push({ from: at, to: from });
    at = to;
  }
  if (at < allocationBuckets) gaps.push({ from: at, to: allocationBuckets });
  return gaps;
}

function mergeRanges(ranges: readonly ArmRange[]): ArmRange[] {
  const result: ArmRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last !== undefined && last.arm === range.arm && last.to === range.from)
      result[result.length - 1] = { ...last, to: range.to };
    else result.push(range);
  }
  return result;
}
