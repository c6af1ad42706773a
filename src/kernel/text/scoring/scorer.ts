import { popCount } from '../../bits/bitmap.ts';
import { segmentDocumentsMax } from '../schema/document.ts';
import { ImmutableSegment } from '../segments/immutable-segment.ts';
import type { QueryWord } from '../language/query-words.ts';
import { computeRankingKeys, rankingAt, type MatchDetails } from './match-scores.ts';
import {
  joinedMax,
  joinPostings,
  newJoinedPostings,
  searchAll,
  weighJoined,
} from '../segments/posting-join.ts';
import { hasPhrase, nameQuery, rankingKeyOfWords, textSteps, type Ranking } from './ranking.ts';
import type { MinCompetitiveScore } from './min-competitive-score.ts';
import { countsIn, newPostingSlice } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import {
  documentsOfPhrase,
  phraseGroups,
  type PhraseDocuments,
  type Expansion,
} from '../expansion/expansions.ts';
import { foundDocuments, rankIn, type FoundDocuments } from '../segments/found-documents.ts';

/** The matches of one segment: documents, each once, with words found and score packed together. */
export interface SegmentMatches {
  state: SegmentState;
  documents: Uint16Array;
  rankingKeys: Float64Array;
  count: number;
}

/** What all segments of a search have in common. */
export interface MatchContext {
  words: readonly QueryWord[];
  /** In the order in which they are tried: a word found by one is not looked for by the next. */
  variants: readonly Expansion[];
  /** By variant. */
  idfs: readonly number[];
  norms: readonly Float64Array[];
  settings: TextSettings;
  /** Whether names begin with their product noun. */
  headFirst: boolean;
  /** By slot, where phrases stand of which there were many. */
  phrases: readonly PhraseDocuments[];
}

/** The level down to which documents are listed: whole levels from the top until there are `dropWordsThreshold`. */
export function lowestLevel(levels: readonly number[], dropWordsThreshold: number): number {
  let listedCount = 0;
  for (let level = levels.length - 1; level > 0; level--) {
    listedCount += levels[level]!;
    if (listedCount >= dropWordsThreshold) return level;
  }
  return 0;
}

const capacity = segmentDocumentsMax;

/** Some of the documents that were found, with their places among all of them. */
interface FoundAmong {
  readonly documents: Uint16Array;
  readonly places: Uint16Array;
}

type Wanted = FoundDocuments | FoundAmong;

function among(having: readonly number[], found: FoundDocuments): FoundAmong {
  const documents = Uint16Array.from(having).filter(
    (document) => ((found.bitmap[document >>> 5]! >>> (document & 31)) & 1) === 1,
  );
  return { documents, places: documents.map((document) => rankIn(found, document)) };
}

/**
 * What is noted of a document while a variant is gathered: bit p that it has part p, bit p + `nameShift` that it has it
 * in its name, and that a word stands there as it was written.
 */
const nameShift = 8;
const sameMark = 1 << 15;

/** Whether nothing that is found of the only word makes a step of a text score, as with a letter that every text has. */
function isWorthNothing({ words, variants, idfs, settings }: MatchContext): boolean {
  if (words.length > 1 || settings.criteria.length > 0) return false;
  const most = variants.reduce(
    (sum, { factor, frequency }, v) => (frequency === 0 ? sum : sum + idfs[v]! * factor),
    0,
  );
  const { ranking } = settings;
  const bonuses = [
    ranking.allWordsInName,
    ranking.phraseInName,
    ranking.headNounMatch,
    ranking.numbersInName,
    ranking.exactWordForms,
  ].reduce((product, factor) => product * Math.max(1, factor), ranking.typo > 1 ? Infinity : 1);
  // Twice as much as there can be, so that no last digit matters.
  return textSteps(2 * most * (ranking.saturation + 1) * bonuses, settings.textScoreTolerance) === 0;
}

/** How a document's score comes about, and which words it has, as their bits. */
interface Explained {
  ranking: Ranking;
  found: number;
}

/**
 * Walks the postings a variant at a time and collects, for each of the documents that were found, which words it has,
 * where, and their BM25F sum. Documents are counted by their place in the list of found ones, so that the few that most
 * queries list lie side by side.
 */
export class Scorer {
  readonly #findings: MatchDetails = {
    found: new Uint32Array(capacity),
    inName: new Uint32Array(capacity),
    same: new Uint32Array(capacity),
    typos: new Uint8Array(capacity),
    bm25: new Float64Array(capacity),
  };
  /** Weighted occurrences of the variant at work, and what of it was seen (see `sameMark`). */
  readonly #weights = new Float64Array(capacity);
  readonly #marks = new Uint16Array(capacity);
  readonly #pending = new Uint16Array(capacity);
  #pendingCount = 0;
  readonly #slice = newPostingSlice();
  readonly #joined = newJoinedPostings();
  readonly #joinedWeights = new Float64Array(joinedMax);

  /** Scores the documents that were found; with a floor, exactly those that reach it (see `listPrimaries`). */
  match(
    context: MatchContext,
    state: SegmentState,
    s: number,
    found: FoundDocuments,
    floor: MinCompetitiveScore | null,
  ): SegmentMatches {
    const { documents } = found;
    if (documents.length === 0 || isWorthNothing(context)) {
      const rankingKeys = new Float64Array(documents.length).fill(rankingKeyOfWords(1));
      return { state, documents, rankingKeys, count: documents.length };
    }
    this.#accumulate(context, state, s, found);
    const query = nameQuery(context.words, context.variants, state, s, context.headFirst);
    const { settings } = context;
    const rankingKeys = computeRankingKeys(this.#findings, documents, query, state.segment, settings, floor);
    return { state, documents, rankingKeys, count: documents.length };
  }

  /** How the documents' scores come about; those that do not match are left out. */
  explain(
    context: MatchContext,
    state: SegmentState,
    s: number,
    documents: readonly number[],
  ): Map<number, Explained> {
    const found = foundDocuments(Uint16Array.from(documents).sort());
    this.#accumulate(context, state, s, found);
    const query = nameQuery(context.words, context.variants, state, s, context.headFirst);
    const rankings = new Map<number, Explained>();
    found.documents.forEach((document, i) => {
      const bits = this.#findings.found[i]! | 0;
      if (bits === 0) return;
      const ranking = rankingAt(this.#findings, i, document, query, state.segment, context.settings);
      rankings.set(document, { ranking: { ...ranking }, found: bits });
    });
    return rankings;
  }

  #accumulate(context: MatchContext, state: SegmentState, s: number, found: FoundDocuments): void {
    const count = found.documents.length;
    for (const sums of Object.values(this.#findings)) sums.fill(0, 0, count);
    for (let v = 0; v < context.variants.length; v++) {
      const variant = context.variants[v]!;
      const { parts } = variant;
      const only = parts.length === 1 && parts[0]![s]!.length === 1 && variant.phrase === null;
      if (only && popCount(variant.bits) === 1) {
        this.#addTerm(context, state, parts[0]![s]![0]!, v, found);
        continue;
      }
      const having = documentsOfPhrase(context.phrases[s]!, variant);
      if (having?.length === 0) continue;
      const wanted = having === null ? found : among(having, found);
      if (wanted.documents.length === 0) continue;
      for (let part = 0; part < parts.length; part++) {
        this.#gather(context, state, parts[part]![s]!, variant, part, wanted);
      }
      this.#settle(context, state, s, v, found);
    }
  }

  /** Scores a word of which a variant is one term here, as most are: the same as to gather and settle it. */
  #addTerm(
    context: MatchContext,
    state: SegmentState,
    term: number,
    v: number,
    wanted: FoundDocuments,
  ): void {
    const slice = this.#slice;
    state.segment.postings(term, slice);
    this.#joined.count = 0;
    joinPostings(slice, wanted, this.#joined);
    const { entries, places, count } = this.#joined;
    if (count === 0) return;
    const variant = context.variants[v]!;
    const { bits, counts: masks, typos: typoCount } = variant;
    const same = variant.kind === 'exact' && this.#isWrittenSo(context, state, term, bits) ? bits : 0;
    const { saturation } = context.settings.ranking;
    const gain = context.idfs[v]! * variant.factor * (saturation + 1);
    const nameMask = (masks?.[0] ?? 0xff) & 15;
    const planes = (state.segment.zoneLengths.length + 1) >> 1;
    const { found, inName, same: written, typos, bm25 } = this.#findings;
    const { counts } = slice;
    const weights = this.#weigh(context, state, masks, wanted);
    for (let j = 0; j < count; j++) {
      const place = places[j]!;
      if ((found[place]! & bits) !== 0) continue;
      const i = entries[j]!;
      if (masks !== null && !countsIn(slice, i, masks)) continue;
      const weight = weights[j]!;
      bm25[place]! += (gain * weight) / (saturation + weight);
      found[place]! |= bits;
      if ((counts[i * planes]! & nameMask) > 0) inName[place]! |= bits;
      written[place]! |= same;
      typos[place]! += typoCount;
    }
  }

  /** Adds the occurrences of a part's terms to what the variant has in each document that was found. */
  #gather(
    context: MatchContext,
    state: SegmentState,
    terms: readonly number[],
    variant: Expansion,
    part: number,
    wanted: Wanted,
  ): void {
    const joined = this.#joined;
    joined.count = 0;
    // Which term it is matters for a word as written; and the lists of a mutable segment are valid one at a time.
    const isAlone = variant.kind === 'exact' || !(state.segment instanceof ImmutableSegment);
    for (const term of terms) {
      state.segment.postings(term, this.#slice);
      if ('places' in wanted) searchAll(this.#slice, wanted, joined);
      else joinPostings(this.#slice, wanted, joined);
      if (!isAlone && joined.count <= segmentDocumentsMax) continue;
      const same = variant.kind === 'exact' && this.#isWrittenSo(context, state, term, variant.bits);
      this.#takeJoined(context, state, variant, part, same, wanted);
    }
    if (joined.count > 0) this.#takeJoined(context, state, variant, part, false, wanted);
  }

  #takeJoined(
    context: MatchContext,
    state: SegmentState,
    variant: Expansion,
    part: number,
    same: boolean,
    wanted: Wanted,
  ): void {
    const slice = this.#slice;
    const { entries, places, count } = this.#joined;
    const { bits, counts: masks } = variant;
    const mark = (1 << part) | (same ? sameMark : 0);
    const nameMask = (masks?.[0] ?? 0xff) & 15;
    const planes = (state.segment.zoneLengths.length + 1) >> 1;
    const { found } = this.#findings;
    const { counts } = slice;
    const marks = this.#marks;
    const weights = this.#weigh(context, state, masks, wanted);
    const placeIn = 'places' in wanted ? wanted.places : null;
    for (let j = 0; j < count; j++) {
      const place = placeIn === null ? places[j]! : placeIn[places[j]!]!;
      if ((found[place]! & bits) === bits) continue;
      const i = entries[j]!;
      if (masks !== null && !countsIn(slice, i, masks)) continue;
      const seen = marks[place]!;
      if (seen === 0) {
        if (part > 0) continue;
        this.#pending[this.#pendingCount++] = place;
        this.#weights[place] = 0;
      }
      this.#weights[place]! += weights[j]!;
      const name = (counts[i * planes]! & nameMask) > 0 ? 1 << (part + nameShift) : 0;
      marks[place] = seen | mark | name;
    }
    this.#joined.count = 0;
  }

  /** What each joined posting weighs, in their order: valid until the next are weighed. */
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

  #isWrittenSo(context: MatchContext, state: SegmentState, term: number, bit: number): boolean {
    const word = context.words.find((candidate) => candidate.bit === bit);
    return word !== undefined && state.segment.isTerm(term, word.text);
  }

  /** Turns what variant `v` gathered into words found and score. */
  #settle(
    context: MatchContext,
    state: SegmentState,
    s: number,
    v: number,
    { documents }: FoundDocuments,
  ): void {
    const variant = context.variants[v]!;
    const idf = context.idfs[v]! * variant.factor;
    const { saturation } = context.settings.ranking;
    const partCount = variant.parts.length;
    const wordCount = popCount(variant.bits);
    const partsSeen = (1 << partCount) - 1;
    const partsInName = partsSeen << nameShift;
    const phrase = phraseGroups(variant, state, s);
    const { found: foundBits, inName, same, typos, bm25 } = this.#findings;
    for (let i = 0; i < this.#pendingCount; i++) {
      const place = this.#pending[i]!;
      const mark = this.#marks[place]!;
      this.#marks[place] = 0;
      if ((mark & partsSeen) !== partsSeen) continue;
      if (phrase !== null && !hasPhrase(phrase, state.segment, documents[place]!)) continue;
      const weight = this.#weights[place]! / partCount;
      const found = foundBits[place]!;
      // What stands for several words of which some were found counts for the others.
      const share = found === 0 || wordCount === 1 ? 1 : popCount(variant.bits & ~found) / wordCount;
      bm25[place]! += (share * idf * (saturation + 1) * weight) / (saturation + weight);
      foundBits[place] = found | variant.bits;
      if ((mark & partsInName) === partsInName) inName[place]! |= variant.bits;
      if ((mark & sameMark) !== 0) same[place]! |= variant.bits;
      typos[place]! += variant.typos;
    }
    this.#pendingCount = 0;
  }
}
