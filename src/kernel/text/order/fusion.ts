import { findLowerBound } from '../../bits/binary-search.ts';
import type { Candidate } from './hit-order.ts';
import { matchOrder, selectTop } from './hit-order.ts';
import { type MatchContext, type Scorer, type SegmentMatches } from '../scoring/scorer.ts';
import type { SemanticSignal, FusionScore, SemanticNeighbour } from '../scoring/semantic-scores.ts';
import type { QueryWord } from '../language/query-words.ts';
import {
  readCriteria,
  packFusedRankingKey,
  hasPhrase,
  computeInverseDocumentFrequency,
  placeInTier,
  packRankingKey,
  readTextScore,
  readWords,
} from '../scoring/ranking.ts';
import { buildNameQuery, type NameQuery } from '../scoring/name-query.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { listPassingKeys } from './passing-keys.ts';
import { findSimilarityCutoff } from './similarity-cutoff.ts';
import { pruneBySimilarity } from './semantic-pruning.ts';
import { pow } from '../../../math/power.ts';

/** Fusion re-ranks this many of the best documents by keyword score and of the nearest by semantic similarity. */
export const fusedByWordsMax = 200;
const fusedBySimilarityMax = 100;

/** The keyword matches, as the input of fusion. */
export interface FusionScope {
  readonly words: readonly QueryWord[];
  /** See `QueryText`. */
  readonly isCode: boolean;
  readonly context: MatchContext;
  readonly matches: readonly SegmentMatches[];
  readonly rankingKeyMin: number;
  /** Number of products with all words. */
  readonly totalAllWords: number;
  readonly states: readonly SegmentState[];
  readonly filters: readonly (SegmentFilter | null)[];
  readonly scorer: Scorer;
  /** Whether ranking keys below the minimum competitive score may be too low. */
  readonly isApproximate: boolean;
  /** Whether documents without a word of the query are listed: none is then removed. */
  readonly listsAll: boolean;
}

export interface FusedMatches {
  readonly matches: readonly SegmentMatches[];
  /** The documents listed by semantic similarity alone. */
  readonly added: readonly { readonly segmentNo: number; readonly document: number }[];
  /** Number of removed documents with some of the words (see `pruneBySimilarity()`). */
  readonly dropped: number;
  /** Whether the fused score orders the list; otherwise added documents follow the keyword matches. */
  readonly reordered: boolean;
  /** The fusion score of a document, or null if it did not take part. */
  readFusionScore(segmentNo: number, document: number): FusionScore | null;
}

/**
 * Re-ranks the best keyword matches and the nearest documents by both scores, and adds the nearest documents if the keywords find few
 * products. Returns null if semantic similarity does not take part.
 *
 * Documents with all words of the query come first, and among them those named exactly by the query. Then the fused score
 * decides: (1 - weight) c T / max T + weight cosine, where T is the text score times the share of the words found, and c the
 * coverage (see `computeCoverage()`). Keyword matches beyond the candidates follow in their order. If a query of one word has
 * matches, keywords alone order them, and semantic similarity only adds documents.
 *
 * Documents are added or removed only if fewer than `dropWordsThreshold` products have all the words: the total and the
 * facets of a longer list are those of the keyword matches. Added documents contain none of the words, as keywords already
 * list those with enough of them. Removed documents have only some of the words and too little similarity (see
 * `findSimilarityCutoff()`). None of this depends on the page.
 */
export function fuseMatches(semantic: SemanticSignal, scope: FusionScope): FusedMatches | null {
  const { words, isCode, states, filters, context } = scope;
  const { scorer: semanticScorer } = semantic;
  if (words.length === 0 || isCode) return null;
  const mayAdd = scope.totalAllWords < context.settings.dropWordsThreshold;
  const reorders = words.length + context.optionalWords.length > 1;
  if (!mayAdd && !reorders) return null;
  const passes = listPassingKeys(states, filters);
  // A scan of all vectors is limited to lists that may get additions. In a longer list, the nearest documents are mostly
  // among its best, and the ranking quality of the judged queries did not change.
  const nearest = mayAdd
    ? semanticScorer.nearest(fusedBySimilarityMax, passes).map((neighbour) => locate(neighbour, states))
    : [];
  const candidates = reorders ? collectFusionCandidates(scope, nearest) : [];
  const best = findBestMatch(candidates, scope);
  const hasMatches = scope.matches.some(({ count }) => count > 0);
  const cutoff = findSimilarityCutoff(semanticScorer, nearest, { hasMatches, wordCount: words.length });
  const { matches, dropped } =
    mayAdd && reorders && !scope.listsAll
      ? pruneBySimilarity(scope.matches, words.length, semanticScorer, cutoff.partial)
      : { matches: scope.matches, dropped: 0 };
  const isListed = ({ segmentNo, document }: Scored): boolean => {
    const { documents, count } = matches[segmentNo]!;
    return findIndex(documents, count, document) >= 0;
  };
  const byWords = dropped === 0 ? candidates : candidates.filter(isListed);
  const listed = collectListedKeys(scope.matches, nearest);
  const unlisted = nearest.filter(
    ({ cosine, segmentNo, document }) =>
      cosine >= cutoff.added && !listed.has(packDocumentId(segmentNo, document)),
  );
  const added = hasMatches ? removeMatchedWords(unlisted, scope) : unlisted;
  if (byWords.length + added.length + dropped === 0) return null;
  const parts = fuseParts(semantic, scope, { byWords, added, best });
  return {
    matches: matches.map((segmentMatches, segmentNo) => withFusedKeys(segmentMatches, segmentNo, parts)),
    added,
    dropped,
    reordered: reorders,
    readFusionScore: (segmentNo, document) => parts.get(packDocumentId(segmentNo, document))?.part ?? null,
  };
}

/** The documents without any word of the query. Documents with too few words to be listed must not be added either. */
function removeMatchedWords(
  nearest: readonly Neighbour[],
  { scorer, context, states }: FusionScope,
): Neighbour[] {
  const withWords = new Set<number>();
  const bits = context.words.reduce((all, { bit }) => all | bit, 0);
  for (const [segmentNo, ofSegment] of Map.groupBy(nearest, (neighbour) => neighbour.segmentNo)) {
    const documents = ofSegment.map(({ document }) => document);
    for (const [document, { found }] of scorer.explain(context, states[segmentNo]!, segmentNo, documents))
      if ((found & bits) !== 0) withWords.add(packDocumentId(segmentNo, document));
  }
  return nearest.filter(({ segmentNo, document }) => !withWords.has(packDocumentId(segmentNo, document)));
}

/** Keeps only the added documents, if another similarity orders the list. */
export function keepAdded(fused: FusedMatches): FusedMatches {
  const readPart = (segmentNo: number, document: number): FusionScore | null => {
    const part = fused.readFusionScore(segmentNo, document);
    return part?.added === true ? part : null;
  };
  return { ...fused, reordered: false, readFusionScore: readPart };
}

interface Neighbour extends SemanticNeighbour {
  readonly segmentNo: number;
  readonly document: number;
}

/** A candidate with its ranking key by keywords. */
interface Scored {
  readonly segmentNo: number;
  readonly document: number;
  readonly key: number;
  readonly rankingKey: number;
}

interface FusedPart {
  readonly segmentNo: number;
  readonly document: number;
  readonly rankingKey: number;
  readonly part: FusionScore;
}

/** One number for a document of any segment. */
const packDocumentId = (segmentNo: number, document: number): number => segmentNo * 2 ** 16 + document;

function locate(neighbour: SemanticNeighbour, states: readonly SegmentState[]): Neighbour {
  const segmentNo = states.findLastIndex((state) => state.findDocument(neighbour.key) >= 0);
  return { ...neighbour, segmentNo, document: states[segmentNo]!.findDocument(neighbour.key) };
}

/** The ranking keys of the nearest documents that the keywords list. */
function collectListedKeys(
  matches: readonly SegmentMatches[],
  nearest: readonly Neighbour[],
): Map<number, number> {
  const listed = new Map<number, number>();
  for (const { segmentNo, document } of nearest) {
    const { documents, rankingKeys, count } = matches[segmentNo]!;
    const at = findIndex(documents, count, document);
    if (at >= 0) listed.set(packDocumentId(segmentNo, document), rankingKeys[at]!);
  }
  return listed;
}

/** The index of a document, by binary search, or -1 if it is missing. */
function findIndex(documents: Uint16Array, count: number, document: number): number {
  const at = findLowerBound(documents, document, 0, count);
  return at < count && documents[at] === document ? at : -1;
}

/** The best documents by keywords, and the nearest among all keyword matches. */
function collectFusionCandidates(scope: FusionScope, nearest: readonly Neighbour[]): Scored[] {
  const { matches, rankingKeyMin, context, scorer, isApproximate } = scope;
  const best: Scored[] = selectTop(matches, rankingKeyMin, matchOrder(matches, [], []), fusedByWordsMax);
  const listedIds = new Set(best.map(({ segmentNo, document }) => packDocumentId(segmentNo, document)));
  const listed = collectListedKeys(matches, nearest);
  const further = nearest.filter(({ segmentNo, document }) => {
    const id = packDocumentId(segmentNo, document);
    return listed.has(id) && !listedIds.has(id);
  });
  matches.forEach(({ state }, segmentNo) => {
    const ofSegment = further.filter((neighbour) => neighbour.segmentNo === segmentNo);
    if (ofSegment.length === 0) return;
    const exact = isApproximate
      ? scorer.explain(
          context,
          state,
          segmentNo,
          ofSegment.map(({ document }) => document),
        )
      : null;
    for (const { document, key } of ofSegment) {
      const ranking = exact?.get(document)?.ranking;
      const rankingKey =
        ranking === undefined
          ? listed.get(packDocumentId(segmentNo, document))!
          : packRankingKey(ranking, context.settings) + placeInTier(context.last?.[segmentNo], document);
      best.push({ segmentNo, document, key, rankingKey });
    }
  });
  return best;
}

/** The fused score and the ranking key of each document. */
function fuseParts(
  semantic: SemanticSignal,
  scope: FusionScope,
  { byWords, added, best }: { byWords: readonly Scored[]; added: readonly Neighbour[]; best: BestMatch },
): Map<number, FusedPart> {
  const { words, context } = scope;
  const { settings } = context;
  const { weight } = semantic;
  const cosines = semantic.scorer.computeCosines(byWords.map(({ key }) => key));
  const knownCosines = cosines.filter((cosine) => cosine !== null);
  const mean =
    knownCosines.length === 0
      ? 0
      : knownCosines.reduce((sum, cosine) => sum + cosine, 0) / knownCosines.length;
  const isNamed = createExactNameTest(scope);
  const parts = new Map<number, FusedPart>();
  byWords.forEach((entry, i) => {
    const { segmentNo, document, rankingKey } = entry;
    const cosine = cosines[i]!;
    const keywordScore =
      best.score === 0 ? 0 : (computeKeywordScore(entry, scope) / best.score) * best.coverage;
    const fused = (1 - weight) * keywordScore + weight * (cosine ?? mean);
    const found = readWords(rankingKey);
    const criteria = {
      words: Math.max(words.length - 1, found),
      criteria: readCriteria(rankingKey),
      named: found === words.length && isNamed(segmentNo, document),
    };
    parts.set(packDocumentId(segmentNo, document), {
      segmentNo,
      document,
      rankingKey: packFusedRankingKey({ ...criteria, fused }, settings),
      part: {
        cosine,
        keywordScore,
        fused,
        added: false,
        level: packFusedRankingKey({ ...criteria, fused: 0 }, settings),
      },
    });
  });
  for (const { segmentNo, document, cosine } of added) {
    const fused = weight * cosine;
    const place = placeInTier(context.last?.[segmentNo], document);
    const criteria = { words: words.length - 1, criteria: readCriteria(place), named: false };
    parts.set(packDocumentId(segmentNo, document), {
      segmentNo,
      document,
      rankingKey: packFusedRankingKey({ ...criteria, fused }, settings),
      part: {
        cosine,
        keywordScore: 0,
        fused,
        added: true,
        level: packFusedRankingKey({ ...criteria, fused: 0 }, settings),
      },
    });
  }
  return parts;
}

/** The best keyword match: its score, and its coverage of the query; both 0 if there is none. */
interface BestMatch {
  readonly score: number;
  readonly coverage: number;
}

function findBestMatch(byWords: readonly Scored[], scope: FusionScope): BestMatch {
  const [first] = byWords.toSorted(
    (a, b) => computeKeywordScore(b, scope) - computeKeywordScore(a, scope) || a.key - b.key,
  );
  return first === undefined
    ? { score: 0, coverage: 0 }
    : { score: computeKeywordScore(first, scope), coverage: computeCoverage(first, scope) };
}

/** The text score times the share of the words found. */
function computeKeywordScore(
  { rankingKey }: Pick<Candidate, 'rankingKey'>,
  { words, context }: FusionScope,
): number {
  return (readTextScore(rankingKey, context.settings) * readWords(rankingKey)) / words.length;
}

/** Matching this share of a query counts as matching all of it. */
const fullCoverageShare = 2 / 3;

/**
 * The coverage of the query by a list's best document. It is 1 from two thirds of the query on, each word weighted by its
 * idf, and falls with the third power below. Normalization by max T alone would give the best match full score, even for one
 * "make" in a long text; the less is found, the more the similarity decides.
 */
function computeCoverage({ segmentNo, document, rankingKey }: Scored, scope: FusionScope): number {
  const { words, context, matches, scorer } = scope;
  if (readWords(rankingKey) === words.length) return 1;
  const explained = scorer.explain(context, matches[segmentNo]!.state, segmentNo, [document]).get(document);
  let found = 0;
  let all = 0;
  for (const { bit } of words) {
    const idf = computeIdf(bit, context, scope);
    all += idf;
    if (((explained?.found ?? 0) & bit) !== 0) found += idf;
  }
  return all === 0 ? 1 : pow(Math.min(1, found / all / fullCoverageShare), 3);
}

/** The idf of a word as written; of a word that no document contains, the highest possible. */
function computeIdf(bit: number, { expansions, idfs }: MatchContext, { states }: FusionScope): number {
  const at = expansions.findIndex(({ kind, bits }) => kind === 'exact' && bits === bit);
  if (at >= 0) return idfs[at]!;
  const documents = states.reduce((sum, state) => sum + state.liveCount, 0);
  return computeInverseDocumentFrequency(0, documents);
}

/** Returns a test whether the name of a document consists of the words of the query, in order. */
function createExactNameTest({
  words,
  context,
  states,
}: FusionScope): (segmentNo: number, document: number) => boolean {
  const queries: (NameQuery | undefined)[] = [];
  return (segmentNo, document) => {
    const state = states[segmentNo]!;
    const { nameOffsets } = state.segment;
    if (nameOffsets[document + 1]! - nameOffsets[document]! !== words.length) return false;
    const query = (queries[segmentNo] ??= buildNameQuery(context, state, segmentNo));
    return hasPhrase(query.stems, state.segment, document);
  };
}

/** The matches of one segment with their fused ranking keys and the added documents, ascending by document. */
function withFusedKeys(
  segmentMatches: SegmentMatches,
  segmentNo: number,
  parts: ReadonlyMap<number, FusedPart>,
): SegmentMatches {
  const ofSegment = [...parts.values()].filter((part) => part.segmentNo === segmentNo);
  if (ofSegment.length === 0) return segmentMatches;
  ofSegment.sort((a, b) => a.document - b.document);
  const more = ofSegment.filter(({ part }) => part.added);
  const count = segmentMatches.count + more.length;
  const documents = new Uint16Array(count);
  const rankingKeys = new Float64Array(count);
  let next = 0;
  let at = 0;
  for (let i = 0; i < segmentMatches.count; i++) {
    const document = segmentMatches.documents[i]!;
    for (; next < more.length && more[next]!.document < document; next++, at++) {
      documents[at] = more[next]!.document;
    }
    documents[at] = document;
    rankingKeys[at++] = segmentMatches.rankingKeys[i]!;
  }
  for (; next < more.length; next++, at++) documents[at] = more[next]!.document;
  for (const { document, rankingKey } of ofSegment) {
    rankingKeys[findIndex(documents, count, document)] = rankingKey;
  }
  return { ...segmentMatches, documents, rankingKeys, count };
}
