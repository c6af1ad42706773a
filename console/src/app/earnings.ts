import type { RevenueReport, RevenueValue } from '@vitrine/sdk';
import { useLoad } from './load.ts';
import { service } from './service.ts';

const valuesMax = 500;

/** What rules, placements or collections did in the last 30 days, by id; null: not loaded. */
export function useEarnings(
  project: string,
  by: RevenueReport['by'],
): ReadonlyMap<string, RevenueValue> | null {
  const loaded = useLoad(`${project} ${by}`, async (signal) => {
    const request = { by, from: 'now-29d', order: 'shown', limit: valuesMax } as const;
    const { values } = await service.analytics.revenue(project, request, { signal });
    return new Map(values.map((value) => [value.value, value]));
  });
  return loaded.value;
}
