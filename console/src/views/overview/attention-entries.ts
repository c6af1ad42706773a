import type { ProjectDetails, QueryFigures, SearchReport } from '@vitrine/sdk';
import { alertTexts, taskTexts } from '../../app/alert-texts.ts';
import { areWordsUnknown, noResultText, writeSearchParameters } from '../../app/no-results.ts';
import { isSolved } from '../../app/search-outcomes.ts';
import { dateText, timeSpanOf } from '../../app/time-spans.ts';
import { count, counted, roughMoney, time } from '../../parts/formats.ts';
import type { OverviewFacts } from './overview-facts.ts';

const queriesShown = 3;
const queriesRead = 20;
/** Fewer searches of a query without results may be one visitor's typing error. */
const searchesMin = 2;
const taskDaysMax = 7;
const ruleDaysMax = 7;
const dayMs = 86_400_000;

/** Something that a person looks at today, with the page where it is mended. */
export interface AttentionEntry {
  readonly key: string;
  readonly tone: 'bad' | 'warn' | '';
  readonly kind: string;
  readonly text: string;
  /** What it costs, or what helps. */
  readonly hint?: string;
  /** The page below the project, and its button; `about` completes the button for screen readers. */
  readonly page: { readonly rest: string; readonly text: string; readonly about?: string } | null;
}

export interface AttentionFacts extends OverviewFacts {
  readonly details: ProjectDetails;
}

/** What needs a person today, the most urgent first: failures, then what costs sales, then what waits. */
export function listAttention(facts: AttentionFacts): readonly AttentionEntry[] {
  return [
    ...listAlerts(facts),
    ...listFailedFeeds(facts),
    ...listFailedTasks(facts),
    ...listFailedPictures(facts),
    ...listFailedSearches(facts),
    ...listMissingPictures(facts),
    ...listEndingRules(facts),
    ...listDrafts(facts),
  ];
}

/** Open alerts, but the one of a feed, which has an entry of its own. */
function listAlerts({ alerts, failedFeeds }: AttentionFacts): AttentionEntry[] {
  const feedRuns = new Set(failedFeeds.map(({ task }) => task.startedAt));
  return alerts
    .filter(({ kind, figures }) => kind !== 'import_failed' || !feedRuns.has(figures['startedAt'] ?? 0))
    .map(({ id, kind, subject, detail, openedAt }) => {
      const { title, hint, page } = alertTexts[kind];
      return {
        key: `alert ${id}`,
        tone: 'bad',
        kind: subject === '' ? title : `${title}: ${subject}`,
        text: `${detail}. Since ${time(openedAt)}.`,
        hint,
        page: page === null ? null : { rest: page[0], text: page[1] },
      };
    });
}

function listFailedFeeds({ failedFeeds }: AttentionFacts): AttentionEntry[] {
  return failedFeeds.map(({ stored: { feed }, task }) => ({
    key: `feed ${feed.id}`,
    tone: 'bad',
    kind: 'Feed failed',
    text: `“${feed.name}” was not read: ${task.error?.detail ?? 'the cause is unknown'}`,
    hint: `${time(task.startedAt)}. Your catalog is as before that.`,
    page: { rest: '/import?field=Feeds', text: 'See feeds' },
  }));
}

/** Without imports: a failed one has an alert. */
function listFailedTasks({ details, now }: AttentionFacts): AttentionEntry[] {
  return details.tasks
    .filter(
      ({ kind, status, startedAt }) =>
        kind !== 'import' && status === 'failed' && startedAt > now - taskDaysMax * dayMs,
    )
    .map(({ id, kind, startedAt, error }) => ({
      key: id,
      tone: 'bad',
      kind: `${taskTexts[kind]} failed`,
      text: `${error?.detail ?? 'Failed'} (${time(startedAt)})`,
      page: null,
    }));
}

function listFailedPictures({ details }: AttentionFacts): AttentionEntry[] {
  const { failed } = details.project.pictures;
  if (failed === 0) return [];
  return [
    {
      key: 'failed pictures',
      tone: 'bad',
      kind: 'Pictures',
      text: `${counted(failed, 'picture')} failed.`,
      page: { rest: '/pictures', text: 'See pictures' },
    },
  ];
}

/** Those that failed most and still do, with the sales that as many other searches bring. */
function listFailedSearches({ searches, outcomes, searchValue, details }: AttentionFacts): AttentionEntry[] {
  const { currency } = details.project;
  return selectFailedQueries(searches)
    .filter((figures) => {
      const outcome = outcomes.get(figures.query);
      return !areWordsUnknown(figures, searchesMin) || outcome === undefined || !isSolved(outcome);
    })
    .slice(0, queriesShown)
    .map((figures) => {
      const { query, withoutResults } = figures;
      const areUnknown = areWordsUnknown(figures, searchesMin);
      return {
        key: `query ${query}`,
        tone: 'warn',
        kind: 'No results',
        text: noResultText(figures, searchesMin, outcomes.get(query)?.total ?? null),
        ...(searchValue === null
          ? {}
          : {
              hint: `About ${roughMoney(withoutResults * searchValue, currency)} in sales missed: other searches sell for ${roughMoney(searchValue, currency)} each.`,
            }),
        page: areUnknown
          ? {
              rest: '/searches?days=30&field=Searches+without+results',
              text: 'See searches',
              about: `without results, such as ${query}`,
            }
          : {
              rest: `/search?${writeSearchParameters(figures)}`,
              text: 'See search',
              about: `${query} with its filter`,
            },
      };
    });
}

/** The queries that often found nothing, the most frequent first: more than are shown, as some may be solved. */
export function selectFailedQueries({
  withoutResults,
}: Pick<SearchReport, 'withoutResults'>): readonly QueryFigures[] {
  return withoutResults.filter((figures) => figures.withoutResults >= searchesMin).slice(0, queriesRead);
}

function listMissingPictures({ withoutPictures }: AttentionFacts): AttentionEntry[] {
  if (withoutPictures === 0) return [];
  const are = withoutPictures === 1 ? 'product has' : 'products have';
  return [
    {
      key: 'without pictures',
      tone: 'warn',
      kind: 'No picture',
      text: `${count(withoutPictures)} ${are} no picture.`,
      hint: 'Shoppers see an empty card, and a photo does not find them.',
      page: { rest: '/items?pictures=none', text: 'See products', about: 'without pictures' },
    },
  ];
}

function listEndingRules({ rules, now }: AttentionFacts): AttentionEntry[] {
  return rules.flatMap((rule): AttentionEntry[] => {
    const ends = rule.until === undefined ? null : timeSpanOf(rule.until);
    if (rule.enabled === false || ends === null || ends.until <= now) return [];
    // A whole day ends with its last millisecond.
    const days = Math.floor((ends.until - 1 - now) / dayMs);
    if (days > ruleDaysMax) return [];
    const name = rule.name ?? rule.id;
    const left = days === 0 ? 'within a day' : `in ${counted(days, 'day')}`;
    return [
      {
        key: `rule ${rule.id}`,
        tone: '',
        kind: 'Rule ends',
        text: `“${name}” ends ${left}: ${dateText(rule.until ?? '')}.`,
        page: { rest: `/rules?rule=${encodeURIComponent(rule.id)}`, text: 'Open rule', about: name },
      },
    ];
  });
}

function listDrafts({ drafts }: AttentionFacts): AttentionEntry[] {
  return drafts.map(({ id, name, changedAt, author, parts }) => ({
    key: `draft ${id}`,
    tone: '',
    kind: 'Draft',
    text: `“${name}” is not published: ${counted(parts.length, 'change')}, the last one ${time(changedAt)} by ${author}.`,
    page: { rest: `/drafts/${encodeURIComponent(id)}`, text: 'Open draft', about: name },
  }));
}
