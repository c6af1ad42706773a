import { searchReport } from '../../domain/feedback/search-report.ts';
import { timeForms, timeSpan } from '../../domain/search/query/time-span.ts';
import type { Clock } from '../../lib/clock.ts';
import { limits } from '../../ports/limits.ts';
import type { DaySpan } from '../../ports/search-counts.ts';
import { searchReport as searchReportSchema } from '../analytics-schema.ts';
import { operation, type Operation } from '../operation.ts';
import { integer, text } from '../parameters.ts';
import { json } from '../reply.ts';
import { projectInPath } from './common.ts';
import { invalidParameter } from '../invalid-parameter.ts';

const dayMs = 86_400_000;
const daysUsual = 7;

/** Search analytics. */
export function analyticsOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    operation({
      id: 'searchAnalytics',
      method: 'GET',
      path: '/api/projects/{project}/analytics/searches',
      tag: 'Analytics',
      summary: 'Search analytics',
      description:
        'A search counts when it is settled: an event names its `searchId`, or the visitor stops typing for ten seconds. Further pages and changed filters belong to the same search. Only sums are stored, without personal data. Searches in the console do not count.',
      access: { kind: 'key', scope: 'analytics', project: { in: 'path', name: 'project' } },
      pathParameters: projectInPath,
      query: {
        from: text({
          description: `First day: ${timeForms}; default: six days before the last.`,
          lengthMax: 40,
        }),
        to: text({ description: 'Last day, in UTC; default: today.', lengthMax: 40 }),
        limit: integer({
          description: 'Maximum number of queries in each list.',
          min: 1,
          max: limits.analyticsQueriesMax,
          fallback: limits.analyticsQueriesDefault,
        }),
      },
      status: 200,
      reply: searchReportSchema,
      handle: async ({ project, query }) => {
        const span = spanOf(query, clock.now());
        return json(200, await searchReport(project.searchCounts, span, query.limit));
      },
    }),
  ];
}

/** @throws VitrineError invalid_request */
function spanOf(sent: { from: string | null; to: string | null }, now: number): DaySpan {
  const spanAt = (name: 'from' | 'to'): { from: number; until: number } | null => {
    const value = sent[name];
    if (value === null) return null;
    const span = timeSpan(value, now);
    if (span === null) throw invalidParameter(name, 'format', timeForms);
    return span;
  };
  const [first, last] = [spanAt('from'), spanAt('to')];
  // A range that ends with a day excludes the next one.
  const to = Math.floor((last === null ? now : Math.max(last.from, last.until - 1)) / dayMs);
  const from = first === null ? to - daysUsual + 1 : Math.floor(first.from / dayMs);
  if (from > to) throw invalidParameter('from', 'out_of_range', 'no later than `to`');
  if (to - from >= limits.analyticsDaysMax)
    throw invalidParameter('from', 'out_of_range', `at most ${limits.analyticsDaysMax} days up to \`to\``);
  return { from, to };
}
