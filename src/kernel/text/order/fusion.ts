import type { Candidate } from './hit-order.ts';
import { matchOrder, selectTop } from './hit-order.ts';
import { type MatchContext, type Scorer, type SegmentMatches } from '../scoring/scorer.ts';
import type { SemanticSignal, FusionScore, SemanticNeighbour } from '../scoring/semantic-scores.ts';
import { isPartNumber, type QueryWord } from '../language/query-words.ts';
import {
  criteriaOfKey,
  fusedRankingKey,
  hasPhrase,
  inverseDocumentFrequency,
  nameQuery,
  rankingKeyOf,
  textOfKey,
  wordsOfKey,
  type NameQuery,
} from '../scoring/ranking.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { passingKeys } from './passing-keys.ts';
import { similarityCutoff } from './similarity-cutoff.ts';
import { pruneBySimilarity } from './semantic-pruning.ts';

/** So many of the best by words, and so many of the nearest by meaning, are ordered by both. */
export const fusedByWordsMax = 200;
const fusedBySimilarityMax = 100;

/** What words found, to be ordered anew. */
export interface FusionScope {
  readonly text: string;
  readonly words: readonly QueryWord[];
  readonly context: MatchContext;
  readonly matches: readonly SegmentMatches[];
  readonly rankingKeyMin: number;
  /** Products with all words. */
  readonly totalAllWords: number;
  readonly states: readonly SegmentState[];
  readonly filters: readonly (SegmentFilter | null)[];
  readonly matcher: Scorer;
  /** Whether primaries of documents that are on no page may be less than they should. */
  readonly floored: boolean;
}

export interface Fused {
  readonly matches: readonly SegmentMatches[];
  /** What is listed by its meaning alone. */
  readonly added: readonly { readonly source: number; readonly document: number }[];
  /** Documents with some of the words that are not listed after all (see `withoutWeak()`). */
  readonly dropped: number;
  /** Whether the order is that of both; else what is added stands behind what the words found. */
  readonly reordered: boolean;
  /** Of a document that was ordered by both, how it came about. */
  partOf(source: number, document: number): FusionScore | null;
}

/** Whether a query is a code or a number: of such, meaning knows nothing. */
export function isCodeQuery(text: string, words: readonly QueryWord[]): boolean {
  return isPartNumber(text, words) || words.every(({ numeric }) => numeric);
}

/**
 * Orders the best of the words and the nearest by meaning by both, and lists what only the meaning finds where the words find
 * little. Null where meaning has no part in the search.
 *
 * First, as ever, stands what has all words of the query, and among that what is named by the query as a whole. Then (1 - weight)
 * c T / max T + weight cosine, where T is the score of the words times the share of the words found, and c what the words are
 * worth (see `coverageOf`). What is beyond the candidates follows in the order of the words. Where a query has one word and it is
 * found, the words alone decide, and the meaning adds.
 *
 * Only where fewer than `dropWordsThreshold` products have all the words is something added, or left out: so a long list, its total and
 * its facets are what the words found. Added is what has none of the words, as the words list what has enough of them; left out
 * what has only some of them and is not alike (see `similarityCutoff()`). Nothing of this depends on the page.
 */
export function fuse(semantic: SemanticSignal, scope: FusionScope): Fused | null {
  const { text, words, states, filters, context } = scope;
  const { likeness } = semantic;
  if (words.length === 0 || isCodeQuery(text, words)) return null;
  const mayAdd = scope.totalAllWords < context.settings.dropWordsThreshold;
  const reorders = words.length > 1;
  if (!mayAdd && !reorders) return null;
  const passes = passingKeys(states, filters);
  // Going over all vectors is for where something may be added: of a list that is long enough, the nearest are mostly among its
  // best, and the order of those judged did not change by any of its digits.
  const near = mayAdd ? likeness.nearest(fusedBySimilarityMax, passes).map((one) => placed(one, states)) : [];
  const candidates = reorders ? candidatesOfWords(scope, near) : [];
  const worth = worthOf(candidates, scope);
  const hasMatches = scope.matches.some(({ count }) => count > 0);
  const cutoff = similarityCutoff(likeness, near, hasMatches);
  const { matches, dropped } =
    mayAdd && reorders
      ? pruneBySimilarity(scope.matches, words.length, likeness, cutoff.partial)
      : { matches: scope.matches, dropped: 0 };
  const isListed = ({ source, document }: Scored): boolean => {
    const { documents, count } = matches[source]!;
    return indexIn(documents, count, document) >= 0;
  };
  const byWords = dropped === 0 ? candidates : candidates.filter(isListed);
  const listed = listedAmong(scope.matches, near);
  const unlisted = near.filter(
    ({ cosine, source, document }) => cosine >= cutoff.added && !listed.has(idOf(source, document)),
  );
  const added = hasMatches ? withoutWords(unlisted, scope) : unlisted;
  if (byWords.length + added.length + dropped === 0) return null;
  const parts = partsOf(semantic, scope, { byWords, added, worth });
  return {
    matches: matches.map((own, source) => withParts(own, source, parts)),
    added,
    dropped,
    reordered: reorders,
    partOf: (source, document) => parts.get(idOf(source, document))?.part ?? null,
  };
}

/** Those that have none of the words: with fewer than what is listed, they are not listed for what that word says of them. */
function withoutWords(near: readonly Placed[], { matcher, context, states }: FusionScope): Placed[] {
  const withWords = new Set<number>();
  for (const [source, own] of Map.groupBy(near, (one) => one.source)) {
    const documents = own.map(({ document }) => document);
    for (const [document, { found }] of matcher.explain(context, states[source]!, source, documents))
      if (found !== 0) withWords.add(idOf(source, document));
  }
  return near.filter(({ source, document }) => !withWords.has(idOf(source, document)));
}

/** What is added, where something else than words and meaning gives all their places. */
export function withoutOrder(fused: Fused): Fused {
  const partOf = (source: number, document: number): FusionScore | null => {
    const part = fused.partOf(source, document);
    return part?.added === true ? part : null;
  };
  return { ...fused, reordered: false, partOf };
}

interface Placed extends SemanticNeighbour {
  readonly source: number;
  readonly document: number;
}

/** A candidate with what the words gave it. */
interface Scored {
  readonly source: number;
  readonly document: number;
  readonly key: number;
  readonly rankingKey: number;
}

interface Ordered {
  readonly source: number;
  readonly document: number;
  readonly rankingKey: number;
  readonly part: FusionScore;
}

/** One number for a document of any source. */
const idOf = (source: number, document: number): number => source * 2 ** 16 + document;

function placed(one: SemanticNeighbour, states: readonly SegmentState[]): Placed {
  const source = states.findLastIndex((state) => state.documentOf(one.key) >= 0);
  return { ...one, source, document: states[source]!.documentOf(one.key) };
}

/** Those of the documents that the words list. */
function listedAmong(matches: readonly SegmentMatches[], near: readonly Placed[]): Map<number, number> {
  const listed = new Map<number, number>();
  for (const { source, document } of near) {
    const { documents, rankingKeys, count } = matches[source]!;
    const at = indexIn(documents, count, document);
    if (at >= 0) listed.set(idOf(source, document), rankingKeys[at]!);
  }
  return listed;
}

/** Documents of a segment's matches ascend. */
function indexIn(documents: Uint16Array, count: number, document: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low < count && documents[low] === document ? low : -1;
}

/** The best by words, and the nearest of what the words list. */
function candidatesOfWords(scope: FusionScope, near: readonly Placed[]): Scored[] {
  const { matches, rankingKeyMin, context, matcher, floored } = scope;
  const best: Scored[] = selectTop(matches, rankingKeyMin, matchOrder(matches, [], []), fusedByWordsMax);
  const known = new Set(best.map(({ source, document }) => idOf(source, document)));
  const listed = listedAmong(matches, near);
  const further = near.filter(({ source, document }) => {
    const id = idOf(source, document);
    return listed.has(id) && !known.has(id);
  });
  matches.forEach(({ state }, source) => {
    const own = further.filter((one) => one.source === source);
    if (own.length === 0) return;
    const exact = floored
      ? matcher.explain(
          context,
          state,
          source,
          own.map(({ document }) => document),
        )
      : null;
    for (const { document, key } of own) {
      const ranking = exact?.get(document)?.ranking;
      const rankingKey =
        ranking === undefined ? listed.get(idOf(source, document))! : rankingKeyOf(ranking, context.settings);
      best.push({ source, document, key, rankingKey });
    }
  });
  return best;
}

/** By document, its place by both. */
function partsOf(
  semantic: SemanticSignal,
  scope: FusionScope,
  { byWords, added, worth }: { byWords: readonly Scored[]; added: readonly Placed[]; worth: Worth },
): Map<number, Ordered> {
  const { words, context } = scope;
  const { settings } = context;
  const { weight } = semantic;
  const { best, coverage } = worth;
  const cosines = semantic.likeness.cosinesOf(byWords.map(({ key }) => key));
  const known = cosines.filter((cosine) => cosine !== null);
  const average = known.length === 0 ? 0 : known.reduce((sum, cosine) => sum + cosine, 0) / known.length;
  const isNamed = namedBy(scope);
  const parts = new Map<number, Ordered>();
  byWords.forEach((one, i) => {
    const { source, document, rankingKey } = one;
    const cosine = cosines[i]!;
    const ofWords = best === 0 ? 0 : (scoreOf(one, scope) / best) * coverage;
    const fused = (1 - weight) * ofWords + weight * (cosine ?? average);
    const found = wordsOfKey(rankingKey);
    const before = {
      words: Math.max(words.length - 1, found),
      criteria: criteriaOfKey(rankingKey),
      named: found === words.length && isNamed(source, document),
    };
    parts.set(idOf(source, document), {
      source,
      document,
      rankingKey: fusedRankingKey({ ...before, fused }, settings),
      part: {
        cosine,
        keywordScore: ofWords,
        fused,
        added: false,
        level: fusedRankingKey({ ...before, fused: 0 }, settings),
      },
    });
  });
  for (const { source, document, cosine } of added) {
    const fused = weight * cosine;
    const before = { words: words.length - 1, criteria: 0, named: false };
    parts.set(idOf(source, document), {
      source,
      document,
      rankingKey: fusedRankingKey({ ...before, fused }, settings),
      part: {
        cosine,
        keywordScore: 0,
        fused,
        added: true,
        level: fusedRankingKey({ ...before, fused: 0 }, settings),
      },
    });
  }
  return parts;
}

/** The best score by words, and how much it is worth (see `coverageOf()`); 0 where there is none. */
interface Worth {
  readonly best: number;
  readonly coverage: number;
}

function worthOf(byWords: readonly Scored[], scope: FusionScope): Worth {
  const [first] = byWords.toSorted((a, b) => scoreOf(b, scope) - scoreOf(a, scope) || a.key - b.key);
  return first === undefined
    ? { best: 0, coverage: 0 }
    : { best: scoreOf(first, scope), coverage: coverageOf(first, scope) };
}

/** The text score times the share of the words that were found. */
function scoreOf({ rankingKey }: Pick<Candidate, 'rankingKey'>, { words, context }: FusionScope): number {
  return (textOfKey(rankingKey, context.settings) * wordsOfKey(rankingKey)) / words.length;
}

/** From this share of a query on, the words that were found count as if they were all. */
const wholeShare = 2 / 3;

/**
 * How much the words of a list are worth, by its best document: 1 where it has two thirds of the query or more, each word counted
 * by its idf, and less by the third power below. max T alone would make the best of a list the whole, be it for a "make" in a
 * long text: where so little is found, meaning decides the more, the less it is.
 */
function coverageOf({ source, document, rankingKey }: Scored, scope: FusionScope): number {
  const { words, context, matches, matcher } = scope;
  if (wordsOfKey(rankingKey) === words.length) return 1;
  const explained = matcher.explain(context, matches[source]!.state, source, [document]).get(document);
  let found = 0;
  let all = 0;
  for (const { bit } of words) {
    const idf = idfOf(bit, context, scope);
    all += idf;
    if (((explained?.found ?? 0) & bit) !== 0) found += idf;
  }
  return all === 0 ? 1 : Math.min(1, found / all / wholeShare) ** 3;
}

/** The idf of a word as it is written; of one that is nowhere, the highest there is. */
function idfOf(bit: number, { variants, idfs }: MatchContext, { states }: FusionScope): number {
  const at = variants.findIndex(({ kind, bits }) => kind === 'exact' && bits === bit);
  if (at >= 0) return idfs[at]!;
  const documents = states.reduce((sum, state) => sum + state.liveCount, 0);
  return inverseDocumentFrequency(0, documents);
}

/** Whether the name of a document is the words of the query, in their order and no more. */
function namedBy({ words, context, states }: FusionScope): (source: number, document: number) => boolean {
  const queries: (NameQuery | undefined)[] = [];
  return (source, document) => {
    const state = states[source]!;
    const { nameOffsets } = state.segment;
    if (nameOffsets[document + 1]! - nameOffsets[document]! !== words.length) return false;
    const query = (queries[source] ??= nameQuery(words, context.expansions, state, source, context.headFirst));
    return hasPhrase(query.groups, state.segment, document);
  };
}

/** The matches of one segment with their new primaries, and with what is added, ascending by document as before. */
function withParts(own: SegmentMatches, source: number, parts: ReadonlyMap<number, Ordered>): SegmentMatches {
  const mine = [...parts.values()].filter((one) => one.source === source);
  if (mine.length === 0) return own;
  mine.sort((a, b) => a.document - b.document);
  const more = mine.filter(({ part }) => part.added);
  const count = own.count + more.length;
  const documents = new Uint16Array(count);
  const rankingKeys = new Float64Array(count);
  let next = 0;
  let at = 0;
  for (let i = 0; i < own.count; i++) {
    const document = own.documents[i]!;
    for (; next < more.length && more[next]!.document < document; next++, at++) {
      documents[at] = more[next]!.document;
    }
    documents[at] = document;
    rankingKeys[at++] = own.rankingKeys[i]!;
  }
  for (; next < more.length; next++, at++) documents[at] = more[next]!.document;
  for (const { document, rankingKey } of mine) rankingKeys[indexIn(documents, count, document)] = rankingKey;
  return { ...own, documents, rankingKeys, count };
}
