import { popCount } from '../../bits/bitmap.ts';
import { segmentDocumentsMax } from '../schema/document.ts';
import { ImmutableSegment } from '../segments/immutable-segment.ts';
import type { QueryWord } from '../language/query-words.ts';
import { createOwnNameTest } from './own-names.ts';
import { computeRankingKeys, computeRankingAt, type MatchDetails } from './match-scores.ts';
import {
  joinedMax,
  joinPostings,
  createJoinedPostings,
  searchAll,
  weighJoined,
} from '../segments/posting-join.ts';
import { hasPhrase, placeInTier, encodeWords, roundTextScore, type Ranking } from './ranking.ts';
import { buildNameQuery, type CategoryTest, type WordFigures } from './name-query.ts';
import type { TopScores } from '../../bits/top-scores.ts';
import { hasOccurrence, createScratchSlice } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import {
  findPhraseDocuments,
  listPhraseStems,
  type PhraseDocuments,
  type Expansion,
} from '../expansion/expansions.ts';
import { createFoundDocuments, countBefore, type FoundDocuments } from '../segments/found-documents.ts';

/** The matches of one segment: documents, each once, with their ranking keys. */
export interface SegmentMatches {
  state: SegmentState;
  documents: Uint16Array;
  rankingKeys: Float64Array;
  count: number;
}

/** The parts of a search that all segments share. */
export interface MatchContext {
  words: readonly QueryWord[];
  /** Words that add to the score only. */
  optionalWords: readonly QueryWord[];
  /** Expansions in the order in which they are tried: a word found by one is not searched by the next. */
  expansions: readonly Expansion[];
  /** The idf of each expansion. */
  idfs: readonly number[];
  norms: readonly Float64Array[];
  settings: TextSettings;
  wordFigures: WordFigures;
  /** See `isScoreless()`. */
  isScoreless: boolean;
  /** The documents of phrases by segment, if the query has many. */
  phrases: readonly PhraseDocuments[];
  /** Category tests by segment, or null if the query names no category. */
  categoryTests: readonly CategoryTest[] | null;
  /** The documents that come last in their tier, by segment; null if tiers are not divided. */
  last: readonly Uint32Array[] | null;
}

/** The lowest listed level: whole levels are listed from the top until there are `dropWordsThreshold` documents. */
export function findLowestLevel(levels: readonly number[], dropWordsThreshold: number): number {
  let listedCount = 0;
  for (let level = levels.length - 1; level > 0; level--) {
    listedCount += levels[level]!;
    if (listedCount >= dropWordsThreshold) return level;
  }
  return 0;
}

/** The number of documents on the levels from `lowest` up. */
export const countFrom = (levels: readonly number[], lowest: number): number =>
  levels.slice(lowest).reduce((sum, count) => sum + count, 0);

const capacity = segmentDocumentsMax;

/** A subset of the found documents, with their positions among all found ones. */
interface FoundSubset {
  readonly documents: Uint16Array;
  readonly positions: Uint16Array;
}

type Wanted = FoundDocuments | FoundSubset;

function selectFound(matching: readonly number[], found: FoundDocuments): FoundSubset {
  const documents = Uint16Array.from(matching).filter(
    (document) => ((found.bitmap[document >>> 5]! >>> (document & 31)) & 1) === 1,
  );
  return { documents, positions: documents.map((document) => countBefore(found, document)) };
}

/**
 * The mark of a document while an expansion is gathered: bit p for part p, bit p + `nameShift` for part p in the name, and
 * `sameFormMark` for a word in the form that the query has.
 */
const nameShift = 8;
const sameFormMark = 1 << 15;

/** Whether the only word is so frequent that no match reaches one step of the text score, such as a letter in every text. */
export function isScoreless({
  words,
  expansions,
  idfs,
  settings,
}: Pick<MatchContext, 'words' | 'expansions' | 'idfs' | 'settings'>): boolean {
  if (words.length > 1 || settings.criteria.length > 0) return false;
  const weightMax = expansions.reduce(
    (sum, { factor, frequency }, e) => (frequency === 0 ? sum : sum + idfs[e]! * factor),
    0,
  );
  const { ranking } = settings;
  const factors = [
    ranking.allWordsInName,
    ranking.phraseInName,
    ranking.headNounMatch,
    ranking.categoryMatch,
    ranking.numbersInName,
    ranking.exactWordForms,
  ].reduce((product, factor) => product * Math.max(1, factor), ranking.typo > 1 ? Infinity : 1);
  // The weight is doubled, so that rounding errors do not matter.
  return (
    roundTextScore(2 * weightMax * (ranking.saturation + 1) * factors, settings.textScoreTolerance) === 0
  );
}

/** The ranking of a document, with the bits of the words found. */
interface Explained {
  ranking: Ranking;
  found: number;
}

let shared: Scorer | null = null;

/** The scorer of this thread for all indexes: its arrays take 3 MB, and each call uses them from the beginning. */
export function getThreadScorer(): Scorer {
  return (shared ??= new Scorer());
}

/**
 * Reads the postings of one expansion after the other and collects, for each found document, which words it contains, where,
 * and their BM25F sum. The sums are indexed by the document's position among the found ones, so that the few documents of
 * most queries are adjacent in memory.
 */
export class Scorer {
  readonly #details: MatchDetails = {
    found: new Uint32Array(capacity),
    inName: new Uint32Array(capacity),
    sameForm: new Uint32Array(capacity),
    typos: new Uint8Array(capacity),
    bm25: new Float64Array(capacity),
  };
  /** Weighted occurrences of the current expansion, and the mark of each document (see `sameFormMark`). */
  readonly #weights = new Float64Array(capacity);
  readonly #marks = new Uint16Array(capacity);
  readonly #pending = new Uint16Array(capacity);
  #pendingCount = 0;
  readonly #slice = createScratchSlice();
  readonly #joined = createJoinedPostings();
  readonly #joinedWeights = new Float64Array(joinedMax);

  /** Scores the found documents; with a minimum competitive score, exactly those that reach it (see `computeRankingKeys`). */
  match(
    context: MatchContext,
    state: SegmentState,
    segmentNo: number,
    found: FoundDocuments,
    minCompetitive: TopScores | null,
  ): SegmentMatches {
    const { documents } = found;
    const last = context.last?.[segmentNo];
    if (documents.length === 0 || context.isScoreless) {
      const rankingKeys = new Float64Array(documents.length).fill(encodeWords(1));
      if (last !== undefined)
        for (let i = 0; i < documents.length; i++) rankingKeys[i]! += placeInTier(last, documents[i]!);
      return { state, documents, rankingKeys, count: documents.length };
    }
    this.#accumulate(context, state, segmentNo, found);
    const query = buildNameQuery(context, state, segmentNo);
    const { settings, optionalWords } = context;
    if (optionalWords.length > 0) this.#keepBits(query.allBits, documents.length);
    const { segment } = state;
    const rankingKeys = computeRankingKeys(this.#details, documents, query, segment, settings, {
      last,
      minCompetitive,
    });
    return { state, documents, rankingKeys, count: documents.length };
  }

  /** The rankings of the documents; those that do not match are left out. */
  explain(
    context: MatchContext,
    state: SegmentState,
    segmentNo: number,
    documents: readonly number[],
  ): Map<number, Explained> {
    const found = createFoundDocuments(Uint16Array.from(documents).sort());
    this.#accumulate(context, state, segmentNo, found);
    const query = buildNameQuery(context, state, segmentNo);
    const rankings = new Map<number, Explained>();
    const foundBits = this.#details.found.slice(0, found.documents.length);
    if (context.optionalWords.length > 0) this.#keepBits(query.allBits, found.documents.length);
    found.documents.forEach((document, i) => {
      const bits = foundBits[i]! | 0;
      if (bits === 0) return;
      const ranking = computeRankingAt(this.#details, i, document, query, state.segment, context.settings);
      rankings.set(document, { ranking: { ...ranking }, found: bits });
    });
    return rankings;
  }

  /** Leaves only these words in the match details of the first `count` documents; the score remains. */
  #keepBits(bits: number, count: number): void {
    const { found, inName, sameForm } = this.#details;
    for (let i = 0; i < count; i++) {
      found[i]! &= bits;
      inName[i]! &= bits;
      sameForm[i]! &= bits;
    }
  }

  #accumulate(context: MatchContext, state: SegmentState, segmentNo: number, found: FoundDocuments): void {
    const count = found.documents.length;
    const { found: foundBits, inName, sameForm, typos, bm25 } = this.#details;
    foundBits.fill(0, 0, count);
    inName.fill(0, 0, count);
    sameForm.fill(0, 0, count);
    typos.fill(0, 0, count);
    bm25.fill(0, 0, count);
    for (let e = 0; e < context.expansions.length; e++) {
      const expansion = context.expansions[e]!;
      const { parts } = expansion;
      const terms = parts[0]![segmentNo]!;
      // A document must contain a term of each part.
      if (terms.length === 0) continue;
      const isPhrase = expansion.phrase !== null;
      if (terms.length === 1 && parts.length === 1 && !isPhrase && popCount(expansion.bits) === 1) {
        this.#addTerm(context, state, segmentNo, terms[0]!, e, found);
        continue;
      }
      const matching = isPhrase ? findPhraseDocuments(context.phrases[segmentNo]!, expansion) : null;
      if (matching?.length === 0) continue;
      const documents = matching === null ? found : selectFound(matching, found);
      if (documents.documents.length === 0) continue;
      for (let part = 0; part < parts.length; part++) {
        this.#gather(context, state, parts[part]![segmentNo]!, expansion, part, documents);
      }
      this.#settle(context, state, segmentNo, e, found);
    }
  }

  /** Scores an expansion of one word by one term, as most are, with the result of `#gather` and `#settle`. */
  #addTerm(
    context: MatchContext,
    state: SegmentState,
    segmentNo: number,
    term: number,
    e: number,
    wanted: FoundDocuments,
  ): void {
    const slice = this.#slice;
    state.segment.readPostings(term, slice);
    const joined = this.#joined;
    joined.count = 0;
    joinPostings(slice, wanted, joined);
    const { entries, positions, count } = joined;
    if (count === 0) return;
    const expansion = context.expansions[e]!;
    const { bits, counts: masks, typos: typoCount } = expansion;
    const isSameForm = expansion.kind === 'exact' && this.#isSameForm(context, state, term, bits);
    const sameFormBits = isSameForm ? bits : 0;
    const { saturation } = context.settings.ranking;
    const gain = context.idfs[e]! * expansion.factor * (saturation + 1);
    const nameMask = (masks?.[0] ?? 0xff) & 15;
    const planes = (state.segment.zoneLengths.length + 1) >> 1;
    const { found, inName, sameForm, typos, bm25 } = this.#details;
    const { counts } = slice;
    const weights = this.#weigh(context, state, masks, wanted);
    const isInOwnName = createOwnNameTest(expansion, state, segmentNo);
    for (let j = 0; j < count; j++) {
      const position = positions[j]!;
      const before = found[position]!;
      if ((before & bits) !== 0) continue;
      const i = entries[j]!;
      if (masks !== null && !hasOccurrence(slice, i, masks)) continue;
      const weight = weights[j]!;
      bm25[position]! += (gain * weight) / (saturation + weight);
      found[position] = before | bits;
      if ((counts[i * planes]! & nameMask) > 0 && isInOwnName?.(wanted.documents[position]!) !== false)
        inName[position]! |= bits;
      if (sameFormBits !== 0) sameForm[position]! |= sameFormBits;
      if (typoCount !== 0) typos[position]! += typoCount;
    }
  }

  /** Adds the occurrences of a part's terms to the expansion's sums of each found document. */
  #gather(
    context: MatchContext,
    state: SegmentState,
    terms: readonly number[],
    expansion: Expansion,
    part: number,
    wanted: Wanted,
  ): void {
    const joined = this.#joined;
    joined.count = 0;
    // An exact match depends on the term, and the lists of a mutable segment are valid one at a time.
    const isAlone = expansion.kind === 'exact' || !(state.segment instanceof ImmutableSegment);
    for (const term of terms) {
      state.segment.readPostings(term, this.#slice);
      if ('positions' in wanted) searchAll(this.#slice, wanted, joined);
      else joinPostings(this.#slice, wanted, joined);
      if (!isAlone && joined.count <= segmentDocumentsMax) continue;
      const isSameForm = expansion.kind === 'exact' && this.#isSameForm(context, state, term, expansion.bits);
      this.#takeJoined(context, state, expansion, part, isSameForm, wanted);
    }
    if (joined.count > 0) this.#takeJoined(context, state, expansion, part, false, wanted);
  }

  #takeJoined(
    context: MatchContext,
    state: SegmentState,
    expansion: Expansion,
    part: number,
    isSameForm: boolean,
    wanted: Wanted,
  ): void {
    const slice = this.#slice;
    const { entries, positions, count } = this.#joined;
    const { bits, counts: masks } = expansion;
    const mark = (1 << part) | (isSameForm ? sameFormMark : 0);
    const nameMask = (masks?.[0] ?? 0xff) & 15;
    const planes = (state.segment.zoneLengths.length + 1) >> 1;
    const { found } = this.#details;
    const { counts } = slice;
    const marks = this.#marks;
    const weights = this.#weigh(context, state, masks, wanted);
    const positionIn = 'positions' in wanted ? wanted.positions : null;
    for (let j = 0; j < count; j++) {
      const position = positionIn === null ? positions[j]! : positionIn[positions[j]!]!;
      if ((found[position]! & bits) === bits) continue;
      const i = entries[j]!;
      if (masks !== null && !hasOccurrence(slice, i, masks)) continue;
      const seen = marks[position]!;
      if (seen === 0) {
        if (part > 0) continue;
        this.#pending[this.#pendingCount++] = position;
        this.#weights[position] = 0;
      }
      this.#weights[position]! += weights[j]!;
      const name = (counts[i * planes]! & nameMask) > 0 ? 1 << (part + nameShift) : 0;
      marks[position] = seen | mark | name;
    }
    this.#joined.count = 0;
  }

  /** The weight of each joined posting, in their order; valid until the next call. */
  #weigh(
    context: MatchContext,
    { segment }: SegmentState,
    masks: Expansion['counts'],
    { documents }: Wanted,
  ): Float64Array {
    const weights = this.#joinedWeights;
    weighJoined(this.#slice, this.#joined, documents, segment.zoneLengths, context.norms, masks, weights);
    return weights;
  }

  #isSameForm(context: MatchContext, state: SegmentState, term: number, bit: number): boolean {
    const word = context.words.find((candidate) => candidate.bit === bit);
    return word !== undefined && state.segment.isTerm(term, word.text);
  }

  /** Turns the gathered marks and weights of expansion `e` into words found and score. */
  #settle(
    context: MatchContext,
    state: SegmentState,
    segmentNo: number,
    e: number,
    { documents }: FoundDocuments,
  ): void {
    const expansion = context.expansions[e]!;
    const idf = context.idfs[e]! * expansion.factor;
    const { saturation } = context.settings.ranking;
    const partCount = expansion.parts.length;
    const wordCount = popCount(expansion.bits);
    const partsSeen = (1 << partCount) - 1;
    const partsInName = partsSeen << nameShift;
    const phrase = listPhraseStems(expansion, state, segmentNo);
    const isInOwnName = createOwnNameTest(expansion, state, segmentNo);
    const { found: foundBits, inName, sameForm, typos, bm25 } = this.#details;
    for (let i = 0; i < this.#pendingCount; i++) {
      const position = this.#pending[i]!;
      const mark = this.#marks[position]!;
      this.#marks[position] = 0;
      if ((mark & partsSeen) !== partsSeen) continue;
      if (phrase !== null && !hasPhrase(phrase, state.segment, documents[position]!)) continue;
      const weight = this.#weights[position]! / partCount;
      const found = foundBits[position]!;
      // An expansion of several words counts only for those not found yet.
      const share = found === 0 || wordCount === 1 ? 1 : popCount(expansion.bits & ~found) / wordCount;
      bm25[position]! += (share * idf * (saturation + 1) * weight) / (saturation + weight);
      foundBits[position] = found | expansion.bits;
      if ((mark & partsInName) === partsInName && isInOwnName?.(documents[position]!) !== false)
        inName[position]! |= expansion.bits;
      if ((mark & sameFormMark) !== 0) sameForm[position]! |= expansion.bits;
      typos[position]! += expansion.typos;
    }
    this.#pendingCount = 0;
  }
}
