import { writeRevenueCsv } from '../../domain/analytics/revenue-csv.ts';
import { isPrivate } from '../../domain/access/restrictions.ts';
import {
  reportDimensions,
  revenueOrders,
  createRevenueReport,
  type RevenueReport,
} from '../../domain/analytics/revenue-report.ts';
import { readItemName } from '../../domain/recommend/list-builder.ts';
import type { SearchTracker } from '../../domain/feedback/search-tracker.ts';
import { createSearchReport } from '../../domain/feedback/search-report.ts';
import { timeForms, parseTimeSpan } from '../../domain/query/syntax/time-span.ts';
import { toDay } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import type { DaySpan } from '../../ports/search/search-counts.ts';
import {
  revenueReport as revenueReportSchema,
  searchReport as searchReportSchema,
  siteReport as siteReportSchema,
  togetherReport,
} from '../schemas/analytics-schema.ts';
import { frontReport } from '../schemas/experiment-schema.ts';
import { defineOperation, type Call, type Operation } from '../operation.ts';
import {
  defineChoiceParameter,
  defineIntegerParameter,
  defineTextParameter,
  type Values,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { projectInPath } from './common.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';

const daysDefault = 7;
const access = { kind: 'key', scope: 'analytics', project: { in: 'path', name: 'project' } } as const;
const period = {
  from: defineTextParameter({
    description: `The first day: ${timeForms}. The default is six days before the last.`,
    lengthMax: 40,
  }),
  to: defineTextParameter({ description: 'The last day, in UTC. The default is today.', lengthMax: 40 }),
};
const defineLimit = (description: string) =>
  defineIntegerParameter({
    description,
    min: 1,
    max: limits.analyticsQueriesMax,
    fallback: limits.analyticsQueriesDefault,
  });
const revenueParameters = {
  by: {
    component: 'RevenueBy',
    ...defineChoiceParameter({
      description:
        'What the figures are told apart by. `channel`: `search`, `browse`, `photo` or `list`. `device` and `country`: by `context` of the request, otherwise the headers of browsers and trusted proxies.',
      values: reportDimensions,
      fallback: 'query',
    }),
  },
  order: defineChoiceParameter({
    description: 'Order of the values, highest first; days are ascending.',
    values: revenueOrders,
    fallback: 'revenue',
  }),
  limit: { component: 'RevenueLimit', ...defineLimit('Maximum number of values.') },
};

export function createAnalyticsOperations({
  clock,
  store,
  searchTracker,
}: {
  clock: Clock;
  searchTracker: Pick<SearchTracker, 'receive'>;
  store: Pick<ProjectStore, 'project'>;
}): Operation[] {
  const answerRevenue = (
    { project, projectId }: Pick<Call, 'project' | 'projectId'>,
    query: Values<typeof period & typeof revenueParameters>,
  ): Promise<RevenueReport> => {
    searchTracker.receive();
    return createRevenueReport(project, {
      ...query,
      span: readDaySpan(query, clock.now()),
      currency: store.project(projectId)?.currency ?? null,
    });
  };
  return [
    defineOperation({
      id: 'searchAnalytics',
      method: 'GET',
      path: '/api/projects/{project}/analytics/searches',
      tag: 'Analytics',
      summary: 'Search analytics',
      description:
        'A search counts when it is settled: an event names its `searchId`, or the visitor stops typing for ten seconds. Further pages and changed filters belong to the same search, which counts as filtered where all of them until then were. Only sums are stored, without personal data. Searches in the console do not count.',
      access,
      pathParameters: projectInPath,
      query: {
        ...period,
        limit: defineLimit('Maximum number of queries in each list.'),
      },
      status: 200,
      reply: searchReportSchema,
      handle: async ({ project, query }) => {
        const span = readDaySpan(query, clock.now());
        return createJsonReply(200, await createSearchReport(project.searchCounts, span, query.limit));
      },
    }),
    defineOperation({
      id: 'boughtTogetherAnalytics',
      method: 'GET',
      path: '/api/projects/{project}/analytics/bought-together',
      tag: 'Analytics',
      summary: 'Evidence of lists of items bought together',
      description:
        'Whether the list of an item, or those of the 50 items in the most orders, are made of own orders, and how many more orders the next item needs. Other places have items of categories that are bought together, then best sellers.',
      access,
      pathParameters: projectInPath,
      query: {
        item: defineTextParameter({
          description: 'The `id` of an item. By default, the 50 items in the most orders.',
          lengthMax: limits.itemIdLengthMax,
        }),
      },
      status: 200,
      errors: ['item_not_found'],
      reply: togetherReport,
      handle: async (call) => createJsonReply(200, { items: await reportEvidence(call, call.query.item) }),
    }),
    defineOperation({
      id: 'siteAnalytics',
      method: 'GET',
      path: '/api/projects/{project}/analytics/site',
      tag: 'Analytics',
      summary: 'What came from pages of the shop in the last hour',
      description:
        'Pages on which the script of shops ran, events by type, and items of events that the catalog does not have. Without any visitor.',
      access,
      pathParameters: projectInPath,
      status: 200,
      reply: siteReportSchema,
      handle: async ({ project }) => createJsonReply(200, await project.siteLog.readFigures()),
    }),
    defineOperation({
      id: 'frontAnalytics',
      method: 'GET',
      path: '/api/projects/{project}/analytics/front',
      tag: 'Analytics',
      summary: 'Sales with and without the elements of the script of shops',
      description:
        'Compares visitors who see the elements with those who do not, where `front.share` is below 1. Intervals are always valid, as of experiments. Counts all acknowledged events.',
      access,
      pathParameters: projectInPath,
      status: 200,
      reply: frontReport,
      handle: async ({ project, projectId }) => {
        const { share } = project.settings.effective().front;
        const startedAt = project.settings.current().frontShareAt;
        if (share >= 1 || startedAt === undefined)
          return createJsonReply(200, { share, startedAt: null, results: null });
        const currency = store.project(projectId)?.currency ?? null;
        const results = await project.experimentFigures.computeFrontResults({ share, startedAt }, currency);
        return createJsonReply(200, { share, startedAt, results });
      },
    }),
    defineOperation({
      id: 'revenueAnalytics',
      method: 'GET',
      path: '/api/projects/{project}/analytics/revenue',
      tag: 'Analytics',
      summary: 'Revenue of searches and lists',
      description:
        'Purchases are attributed to the search or list that their event names, otherwise to the last one with a click on the same product: directly within `directHours`, assisted within `assistedDays` (settings). Returns are subtracted, currencies kept apart. Counts all acknowledged events. Only sums, without personal data.',
      access,
      pathParameters: projectInPath,
      query: { ...period, ...revenueParameters },
      status: 200,
      reply: revenueReportSchema,
      handle: async (call) => createJsonReply(200, await answerRevenue(call, call.query)),
    }),
    defineOperation({
      id: 'revenueCsv',
      method: 'GET',
      path: '/api/projects/{project}/analytics/revenue.csv',
      tag: 'Analytics',
      summary: 'Revenue of searches and lists, as CSV',
      description: 'The `values` of the report: a row for each value and currency.',
      access,
      audit: { always: true },
      pathParameters: projectInPath,
      query: { ...period, ...revenueParameters },
      status: 200,
      reply: null,
      replyType: 'text/csv',
      handle: async (call) => {
        const report = await answerRevenue(call, call.query);
        const name = `revenue-by-${report.by}-${report.from}-${report.to}.csv`;
        return {
          status: 200,
          body: writeRevenueCsv(report),
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${name}"`,
          },
        };
      },
    }),
  ];
}

/** The evidence for the lists of items, with their names where the key sees them. @throws VitrineError item_not_found */
async function reportEvidence(
  { project: { catalog, recommenders }, restrictions }: Pick<Call, 'project' | 'restrictions'>,
  item: string | null,
) {
  const hidesNames = isPrivate(restrictions, 'name');
  const findName = async (id: string): Promise<string | null> => {
    if (hidesNames) return null;
    const found = await catalog.get({ id });
    return found === null ? null : readItemName(found.json);
  };
  if (item !== null && (await catalog.get({ id: item })) === null)
    throw new VitrineError('item_not_found', `There is no item ${JSON.stringify(item)}`);
  const lists = await recommenders.measureOrderEvidence(item);
  return Promise.all(
    lists.map(async ({ next, ...list }) => ({
      ...list,
      name: await findName(list.item),
      next: next === null ? null : { ...next, name: await findName(next.item) },
    })),
  );
}

/** @throws VitrineError invalid_request */
function readDaySpan(bounds: { from: string | null; to: string | null }, now: number): DaySpan {
  const readSpan = (name: 'from' | 'to'): { from: number; until: number } | null => {
    const value = bounds[name];
    if (value === null) return null;
    const span = parseTimeSpan(value, now);
    if (span === null) throw createParameterError(name, 'format', timeForms);
    return span;
  };
  const [first, last] = [readSpan('from'), readSpan('to')];
  // A range that ends with a day excludes the next one.
  const to = toDay(last === null ? now : Math.max(last.from, last.until - 1));
  const from = first === null ? to - daysDefault + 1 : toDay(first.from);
  if (from > to) throw createParameterError('from', 'out_of_range', 'no later than `to`');
  if (to - from >= limits.analyticsDaysMax)
    throw createParameterError(
      'from',
      'out_of_range',
      `at most ${limits.analyticsDaysMax} days up to \`to\``,
    );
  return { from, to };
}
