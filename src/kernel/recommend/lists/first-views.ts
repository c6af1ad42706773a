import { pow } from '../../../math/power.ts';
import { comesBefore } from '../../bits/top-scores.ts';
import { rankedCandidatesMax } from '../candidates/candidate-features.ts';
import type { SubjectHistory } from '../candidates/subject-history.ts';
import { allowCandidates, type CandidateRequest } from '../candidates/user-candidates.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import type { IsAllowed, ScoredItem } from '../rows/scored.ts';
import { boughtTogether } from './bought-together.ts';
import { similar, type SimilarRequest } from './similar.ts';
import { certaintyMin, toCertainty, ViewTest } from './view-evidence.ts';
import { collectVisitedItems } from './visitor-history.ts';

/** A visitor with more items has a history. */
const itemsMax = 2;
/** Items like each viewed one, and items that go with them, that are considered. */
const likesMax = 100;
const complementsMax = 30;
/** Maximum products at the start of a list that are like the viewed ones, and of those after them that go with them. */
const likePlaces = 6;
const complementPlaces = 3;
/** Products with less than this share of the best score follow those that go with the viewed ones. */
const likeShareMin = 0.3;
/** Half of a score is that of the usual ranking once a viewed item has this many visits. */
const trustedVisits = 50;

/** What is like the viewed items, and what goes with them. */
export interface FirstViews {
  readonly viewed: readonly number[];
  readonly likes: ReadonlyMap<number, Like>;
  readonly complements: readonly ScoredItem[];
  /** The share of the usual ranking in the scores, 0 to 1. */
  readonly trust: number;
}

/** An item like the viewed ones. */
interface Like {
  /** The entry of the item in the list of the viewed one that it is most like. */
  readonly entry: ScoredItem;
  /** The sum of its scores, in which the item viewed before counts less. */
  readonly score: number;
  /** How sure it is that it is viewed with one of them more often than by chance; see {@link toCertainty}. */
  readonly certainty: number;
}

export interface FirstViewsRequest extends CandidateRequest {
  readonly now: number;
  /** The similarities of an item by vectors. */
  readonly findVectors?: (item: number) => Pick<SimilarRequest, 'vectorNeighbours' | 'meanings'>;
}

/**
 * Finds what is like the items of a visitor who viewed one or two, and bought none; null for others, and for items without content: then
 * what others viewed is all that is known.
 */
export function findFirstViews(
  state: RecommenderState,
  history: SubjectHistory,
  request: FirstViewsRequest,
): FirstViews | null {
  const { now, findVectors } = request;
  const items = [...history.ages.keys()];
  if (items.length > itemsMax || !items.some((item) => state.content.hasContent(item))) return null;
  if (collectVisitedItems(state, history.subjects).bought.size > 0) return null;
  const allow = allowCandidates(state, history, request);
  const isNew: IsAllowed = (item) => !history.ages.has(item) && allow(item);
  const likes = new Map<number, Like>();
  let visits = 0;
  items.forEach((item, age) => {
    const vectors = findVectors?.(item) ?? {};
    for (const entry of similar(state, { item, now, allow: isNew, limit: likesMax, ...vectors })) {
      const before = likes.get(entry.index);
      const score = pow(state.weights.ageDecay, age) * entry.score;
      const certainty = toCertainty(entry.parts['lowerLimit']!);
      likes.set(entry.index, {
        entry: before === undefined || before.entry.score < entry.score ? entry : before.entry,
        score: score + (before?.score ?? 0),
        certainty: Math.max(certainty, before?.certainty ?? 0),
      });
    }
    visits = Math.max(visits, new ViewTest(state, item).visits);
  });
  const complements = boughtTogether(state, { items, now, allow: isNew, limit: complementsMax }).filter(
    ({ source }) => source !== 'bought',
  );
  return { viewed: items, likes, complements, trust: visits / (visits + trustedVisits) };
}

/**
 * Arranges a list for a visitor with one or two views: up to six products like the viewed ones, three that go with them, then all others. The first
 * hundred of the usual ranking count more, the more visits the viewed items have, but never for items that are viewed with them by chance. The
 * viewed products themselves, also in other variants, are last.
 */
export function arrangeFirstViews(
  state: RecommenderState,
  views: FirstViews,
  usual: readonly ScoredItem[],
  findProduct: (item: number) => string | null = () => null,
): ScoredItem[] {
  const scored = scoreAll(state, views, usual.slice(0, rankedCandidatesMax));
  const list: ScoredItem[] = [];
  const placed = new Set<number>();
  const viewed = new Set(views.viewed);
  const products = new Set(views.viewed.map(findProduct).filter((product) => product !== null));
  const place = (from: readonly ScoredItem[], count: number): void => {
    let left = count;
    for (const entry of from) {
      if (left === 0) return;
      const product = findProduct(entry.index);
      if (placed.has(entry.index) || viewed.has(entry.index)) continue;
      if (product !== null && products.has(product)) continue;
      placed.add(entry.index);
      if (product !== null) products.add(product);
      list.push(entry);
      left--;
    }
  };
  const scoreMin = likeShareMin * (scored[0]?.score ?? 0);
  place(
    scored.filter(({ index, score }) => score >= scoreMin && views.likes.has(index)),
    likePlaces,
  );
  place(views.complements, complementPlaces);
  place(scored, Infinity);
  for (const entry of [...scored, ...usual]) {
    if (!placed.has(entry.index)) list.push(entry);
    placed.add(entry.index);
  }
  return withDescendingScores(list, scored[0]?.score ?? 0);
}

/** The similar items and the first of the usual ranking, best first. */
function scoreAll(
  state: RecommenderState,
  { likes, trust }: FirstViews,
  usual: readonly ScoredItem[],
): ScoredItem[] {
  const likeMax = Math.max(0, ...Array.from(likes.values(), ({ score }) => score));
  const usualMax = usual[0]?.score ?? 0;
  const usualScores = new Map(usual.map(({ index, score }) => [index, score]));
  const entries = new Map(usual.map((entry) => [entry.index, entry]));
  for (const [index, { entry }] of likes) entries.set(index, entry);
  return Array.from(entries.values(), (entry): ScoredItem => {
    const { score = 0, certainty = certaintyMin } = likes.get(entry.index) ?? {};
    const own = likeMax === 0 ? 0 : score / likeMax;
    const next = usualMax === 0 ? 0 : (usualScores.get(entry.index) ?? 0) / usualMax;
    return { ...entry, score: (1 - trust) * own + trust * certainty * next };
  }).sort((a, b) =>
    comesBefore(a.score, state.getTieBreaker(a.index), b.score, state.getTieBreaker(b.index)) ? -1 : 1,
  );
}

/** The scores of places are of several rankings: none is above that of the place before it. */
function withDescendingScores(list: readonly ScoredItem[], first: number): ScoredItem[] {
  let before = first;
  return list.map((entry) => {
    before = Math.min(before, entry.score);
    return { ...entry, score: before };
  });
}
