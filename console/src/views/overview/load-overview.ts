import type { FeedWithRun } from '@vitrine/sdk';
import { readOutcomes } from '../../app/search-outcomes.ts';
import { service } from '../../app/service.ts';
import { selectFailedQueries } from './attention-entries.ts';
import type { FailedFeed, OverviewFacts } from './overview-facts.ts';
import { readSearchValue } from './search-cost.ts';
import { countOrders } from './setup-steps.ts';
import { daysLoaded } from './shop-days.ts';

const firstDay = `now-${daysLoaded - 1}d`;
/** The longest period of a report. */
const longestPeriod = 'now-91d';

export async function loadOverview(
  project: string,
  { currency, may }: { readonly currency: string; readonly may: (operation: string) => boolean },
  signal: AbortSignal,
): Promise<OverviewFacts> {
  const [searches, revenue, byChannel, site, alerts, feeds, rules, drafts, withoutPictures] =
    await Promise.all([
      service.analytics.searches(project, { from: firstDay }, { signal }),
      service.analytics.revenue(project, { from: firstDay, by: 'day' }, { signal }),
      service.analytics.revenue(project, { from: firstDay, by: 'channel' }, { signal }),
      service.analytics.site(project, { signal }),
      service.alerts.list(project, { open: true }, { signal }),
      may('getFeeds') ? service.feeds.list(project, { signal }) : { feeds: [] },
      service.rules.get(project, { signal }),
      service.drafts.list(project, { signal }),
      countWithoutPictures(project, signal),
    ]);
  const recentOrders = countOrders(revenue);
  const [orders, failedFeeds, outcomes] = await Promise.all([
    // Only a shop without recent orders may never have had one.
    recentOrders > 0 ? recentOrders : countAllOrders(project, signal),
    findFailedFeeds(feeds.feeds, signal),
    readOutcomes(
      project,
      selectFailedQueries(searches).map(({ query }) => query),
      signal,
    ),
  ]);
  return {
    searches,
    revenue,
    orders,
    site,
    alerts: alerts.alerts,
    failedFeeds,
    outcomes,
    searchValue: readSearchValue(byChannel, currency),
    withoutPictures,
    rules: rules.rules,
    drafts: drafts.drafts,
    now: Date.now(),
  };
}

async function countAllOrders(project: string, signal: AbortSignal): Promise<number> {
  return countOrders(
    await service.analytics.revenue(project, { from: longestPeriod, by: 'day' }, { signal }),
  );
}

async function countWithoutPictures(project: string, signal: AbortSignal): Promise<number> {
  const filters = 'NOT EXISTS imgs';
  const request = { q: '', filters, limit: 0, grouped: true, enableRules: false };
  return (await service.search(project, request, { signal })).total;
}

/** The feeds whose newest run failed. */
async function findFailedFeeds(
  feeds: readonly FeedWithRun[],
  signal: AbortSignal,
): Promise<readonly FailedFeed[]> {
  const runs = await Promise.all(
    feeds.map(async (stored): Promise<FailedFeed[]> => {
      if (stored.lastRun === null) return [];
      const task = await service.items.task(stored.lastRun.task, { signal });
      return task.kind === 'import' && task.status === 'failed' ? [{ stored, task }] : [];
    }),
  );
  return runs.flat();
}
