import type { ProjectEngine, ProjectView } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { StoredDraft } from '../../ports/configuration/drafts.ts';
import type { Impression } from '../../ports/recommendations/impression-log.ts';
import type { Replay } from '../../ports/configuration/replays.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { unrestricted } from '../access/restrictions.ts';
import { findActiveCollection } from '../collections/active-collection.ts';
import { createDraftView, pinConfiguration } from '../configuration/project-view.ts';
import { emptyContext } from '../rules/request-context.ts';
import type { QueryEmbeddings } from '../search/execution/query-embeddings.ts';
import { search } from '../search/execution/search.ts';
import { otherCondition } from '../query/condition-texts.ts';
import { parseFilter } from '../query/filter-grammar.ts';
import { compareLists, type ComparedOrders, type ReplayedOrder } from './compared-lists.ts';
import { ReplayFigures } from './replay-figures.ts';
import { findNewestVersion } from '../configuration/replay-proof.ts';
import { replayGroups } from './replay-groups.ts';

/** Items of a list in which choices are looked up. */
const rankedMax = 48;
/** A query whose embedding did not arrive in time is searched again. */
const embeddingTriesMax = 5;

export interface ReplayParts {
  readonly queryEmbeddings: QueryEmbeddings;
  /** The list of a placement for the visitor and page of an impression, or null if it cannot be made. */
  readonly placementList: (view: ProjectView, impression: Impression) => Promise<ReplayedOrder | null>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly progress: (replayed: number, total: number) => void;
  /** Resolves when the next list may be computed: requests of shoppers come first. */
  readonly pause: () => Promise<unknown>;
}

/**
 * Replays the newest impressions: their searches and lists as they are now, and as a draft would have them. Compares the order of
 * the items, and the ranks of what was clicked and bought. What visitors chose depends on the order that they saw: the positions
 * are corrected for (IPS), but items that the live order never showed have no choices.
 */
export async function replayDraft(
  project: ProjectEngine,
  draft: Versioned<StoredDraft>,
  impressionsMax: number,
  { progress, pause, ...parts }: ReplayParts,
): Promise<Replay> {
  const startedAt = parts.now();
  const liveVersion = findNewestVersion(project);
  const before = pinConfiguration(project);
  const after = createDraftView(project, draft.value).project;
  const groups = replayGroups(await project.impressionLog.readRecent(impressionsMax));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const figures = new ReplayFigures();
  let replayed = 0;
  for (const group of groups) {
    await pause();
    const lists = await readBothOrders(before, after, group.impression, parts);
    if (lists === null) figures.addSkipped(group);
    else figures.add(group, await compareLists(project, group, lists));
    replayed += group.count;
    progress(replayed, total);
  }
  const summary = figures.summarize(startedAt, parts.now());
  return { draftVersion: draft.version, liveVersion, summary, lists: figures.lists() };
}

type ListParts = Pick<ReplayParts, 'queryEmbeddings' | 'placementList' | 'now'>;

/** Returns null if the list can no longer be made. */
async function readBothOrders(
  before: ProjectView,
  after: ProjectView,
  impression: Impression,
  parts: ListParts,
): Promise<ComparedOrders | null> {
  if (impression.isSorted || impression.kind === 'photo' || impression.filters.includes(otherCondition))
    return null;
  const searchOrder = (view: ProjectView): Promise<ReplayedOrder | null> =>
    impression.kind === 'list'
      ? parts.placementList(view, impression)
      : replaySearch(view, impression, parts);
  try {
    const orders = { before: await searchOrder(before), after: await searchOrder(after) };
    return orders.before === null || orders.after === null
      ? null
      : { before: orders.before, after: orders.after };
  } catch (error) {
    // A field of the filter or the collection is gone.
    if (error instanceof VitrineError && error.status < 500) return null;
    throw error;
  }
}

async function replaySearch(
  view: ProjectView,
  { query: text, filters, collection }: Impression,
  { queryEmbeddings, now: clock }: ListParts,
): Promise<ReplayedOrder> {
  const now = clock();
  const filter = filters.length === 0 ? {} : { filter: parseFilter(filters.join(' AND '), now) };
  const query: TextQuery = {
    text,
    facets: [],
    sort: [],
    offset: 0,
    limit: rankedMax,
    highlight: [],
    explain: false,
    grouped: true,
    variants: 0,
    ...filter,
  };
  const options = {
    now,
    context: emptyContext,
    visitor: { user: null, session: null },
    scope: 'all',
    restrictions: unrestricted,
    collection: findActiveCollection(view, collection, now),
    client: 'replay',
    understanding: null,
    asWords: [],
    personalize: false,
  } as const;
  for (let tries = 1; ; tries++) {
    const { hits, total, fallback, semantic, rules } = await search(view, queryEmbeddings, query, options);
    if (semantic.skipped === 'timeout' && tries < embeddingTriesMax) continue;
    return {
      items: hits.map(({ item }) => item.id),
      isFound: total > 0 && fallback === null,
      rules: rules.acting,
    };
  }
}
