import { seededRandom } from '../../src/lib/seeded-random.ts';

const resampleCount = 2_000;

/** The 95 % interval of a figure by a percentile bootstrap over `count` queries. `figure` takes the indexes of a resample. */
export function bootstrapInterval(
  count: number,
  seed: number,
  figure: (resample: readonly number[]) => number,
): readonly [low: number, high: number] {
  const next = seededRandom(seed);
  const figures = Array.from({ length: resampleCount }, () =>
    figure(Array.from({ length: count }, () => Math.floor(next() * count))),
  ).sort((a, b) => a - b);
  return [figures[Math.floor(0.025 * resampleCount)]!, figures[Math.floor(0.975 * resampleCount)]!];
}
