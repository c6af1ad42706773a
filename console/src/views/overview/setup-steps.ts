import type { RevenueReport, SearchReport, SiteReport } from '@vitrine/sdk';
import type { ProjectView } from '../../app/project-view.ts';
import { triedSearchesWanted } from '../../app/tried-searches.ts';

export type SetupStep = 'catalog' | 'searches' | 'site' | 'events' | 'sale';
export const setupSteps: readonly SetupStep[] = ['catalog', 'searches', 'site', 'events', 'sale'];

/** What the service answers about the way of a new shop to its first sale. */
export interface SetupFacts {
  readonly project: ProjectView['project'];
  /** Different queries that were searched for in the console. */
  readonly triedSearches: number;
  /** Searches of shoppers by day. */
  readonly searches: Pick<SearchReport, 'days'>;
  /** All orders of as many days as the service reports. */
  readonly orders: number;
  /** Pages and events of the last hour. */
  readonly site: Pick<SiteReport, 'pages'>;
}

/** The steps that are done. */
export function listDoneSteps({
  project,
  triedSearches,
  searches,
  orders,
  site,
}: SetupFacts): ReadonlySet<SetupStep> {
  // Searches of days before are those of an imported history.
  const created = new Date(project.createdAt).toISOString().slice(0, 10);
  const shopperSearches = searches.days.some((day) => day.day >= created && day.searches > 0);
  const done: Readonly<Record<SetupStep, boolean>> = {
    catalog: project.items > 0,
    searches: triedSearches >= triedSearchesWanted,
    site: shopperSearches || site.pages.length > 0,
    events: project.events > 0,
    sale: orders > 0,
  };
  return new Set(setupSteps.filter((step) => done[step]));
}

/** Whether a shop runs. The twenty searches are advice, so the list does not wait for them. */
export function isSetUp(done: ReadonlySet<SetupStep>): boolean {
  return setupSteps.every((step) => step === 'searches' || done.has(step));
}

/** All orders of a report, in any currency. */
export function countOrders({ totals }: Pick<RevenueReport, 'totals'>): number {
  return totals.sales.reduce((sum, { orders }) => sum + orders, 0);
}
