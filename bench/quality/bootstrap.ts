import { createRandom } from '../../src/lib/seeded-random.ts';

/** The 95 % percentile bootstrap interval of a figure over `count` cases. `figure`: of the cases at these indexes. */
export function bootstrapInterval(
  count: number,
  figure: (indexes: readonly number[]) => number,
  { resamples = 2_000, seed }: { readonly resamples?: number; readonly seed: number },
): [low: number, high: number] {
  const random = createRandom(seed);
  const figures = Float64Array.from({ length: resamples }, () =>
    figure(Array.from({ length: count }, () => Math.floor(random() * count))),
  ).sort();
  const [low, high] = [0.025, 0.975].map((share) => figures[Math.floor(share * resamples)]!);
  return [low!, high!];
}
