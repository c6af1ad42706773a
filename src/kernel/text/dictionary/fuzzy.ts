import { foldUnit } from '../language/tokenizer.ts';
import { wordLengthMax } from '../schema/document.ts';
import type { WholeUnits } from './string-units.ts';

/**
 * Finds words within a few typos of a query word by a bit-parallel automaton (Wu and Manber 1992, without restarts, with
 * a pending bit for transpositions). Bit i of row e: i letters of the query word are consumed with e typos. A typo is
 * an insertion, a deletion, a substitution or a transposition of adjacent letters (optimal string alignment distance). A typo in the
 * first letter, which distinguishes words best, must be the only one, in a longer word: it has its own row, "first".
 *
 *   row'[e] = (row[e] & match) << 1        match
 *           | row[e-1]                     insertion
 *           | row[e-1] << 1                substitution
 *           | row'[e-1] << 1               deletion
 *           | (pending[e] & match) << 2    second letter of a transposition
 *   first'  = (first & match) << 1         match
 *           | 0b11, at the first letter    insertion, substitution; a deletion is there from the start
 *           | (pending & match) << 2       second letter of a transposition
 */

/** Longer query words are matched exactly only: their bits must fit a small integer. */
export const fuzzyLengthMax = 29;

/** The first letter must match in shorter query words: too many of them differ in it only ("lamp", "camp"). */
export const firstTypoLengthMin = 5;

/** The distance of terms with more typos than allowed. */
export const tooFar = 9;

const rowCount = 7;
/** Row of a typo in the first letter, and its pending row. */
const firstRow = 5;
const firstPending = 6;

/** Rows 0 to 2, pending rows 1 and 2, and those of the first letter, by depth of the current walk, which can resume at any depth. */
const rows = new Int32Array(rowCount * (wordLengthMax + 1));
const prefixDistances = new Uint8Array(wordLengthMax + 1);

/** An automaton for one walk at a time: all share their working memory, as a search creates one for every word. */
export class FuzzyAutomaton {
  readonly word: string;
  readonly typos: number;
  /** A mask of the positions of each folded unit in the word; ASCII units have a table, as nearly all units are ASCII. */
  readonly #asciiMasks = Array<number>(128).fill(0);
  readonly #masks = new Map<number, number>();
  readonly #accept: number;
  /** 1 if a typo in the first letter is allowed, else 0. */
  readonly #firstBit: number;

  /** `word` is folded and has 1 to `fuzzyLengthMax` units; `typos` is 0 to 2. */
  constructor(word: string, typos: number) {
    this.word = word;
    this.typos = typos;
    this.#accept = 1 << word.length;
    this.#firstBit = typos > 0 && word.length >= firstTypoLengthMin ? 1 : 0;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      if (unit < 128) this.#asciiMasks[unit]! |= 1 << i;
      else this.#masks.set(unit, (this.#masks.get(unit) ?? 0) | (1 << i));
    }
  }

  /** Resets the automaton to the start of a term. */
  begin(): void {
    rows.fill(0, 0, rowCount);
    rows[0] = 1;
    rows[firstRow] = this.#firstBit << 1;
    prefixDistances[0] = this.readDistance(0);
  }

  /** Consumes one unit at `depth` (0 first) and returns whether a match is still possible. */
  advance(depth: number, unit: number): boolean {
    const from = depth * rowCount;
    const to = from + rowCount;
    const folded = unit < 128 ? unit : foldUnit(unit);
    const match = folded < 128 ? this.#asciiMasks[folded]! : (this.#masks.get(folded) ?? 0);
    const row0 = (rows[from]! & match) << 1;
    rows[to] = row0;
    let alive = row0;
    let pending = 0;
    if (this.typos > 0) {
      const old0 = rows[from]!;
      const old1 = rows[from + 1]!;
      const first = old0 & this.#firstBit;
      const later0 = old0 & ~1;
      const row1 =
        ((old1 & match) << 1) | later0 | (later0 << 1) | (row0 << 1) | ((rows[from + 3]! & match) << 2);
      rows[to + 1] = row1;
      rows[to + 3] = pending = later0 & (match >> 1);
      const rowOfFirst =
        ((rows[from + firstRow]! & match) << 1) |
        (first * 0b11) |
        ((rows[from + firstPending]! & match) << 2);
      rows[to + firstRow] = rowOfFirst;
      pending |= rows[to + firstPending] = first & (match >> 1);
      alive |= row1 | rowOfFirst;
      if (this.typos > 1) {
        const row2 =
          ((rows[from + 2]! & match) << 1) |
          old1 |
          (old1 << 1) |
          (row1 << 1) |
          ((rows[from + 4]! & match) << 2);
        rows[to + 2] = row2;
        pending |= rows[to + 4] = old1 & (match >> 1);
        alive |= row2;
      }
    }
    const before = prefixDistances[depth]!;
    prefixDistances[depth + 1] =
      (alive & this.#accept) === 0 ? before : Math.min(before, this.readDistance(depth + 1));
    // Bits above the accepting one are overflow of the shifts.
    return (alive & (this.#accept * 2 - 1)) !== 0 || pending !== 0;
  }

  /** The number of typos between the query word and the `depth` consumed units. */
  readDistance(depth: number): number {
    const at = depth * rowCount;
    if ((rows[at]! & this.#accept) !== 0) return 0;
    if (this.typos > 0 && ((rows[at + 1]! | rows[at + firstRow]!) & this.#accept) !== 0) return 1;
    if (this.typos > 1 && (rows[at + 2]! & this.#accept) !== 0) return 2;
    return tooFar;
  }

  /** The least number of typos between the query word and any prefix of the `depth` consumed units. */
  readPrefixDistance(depth: number): number {
    return prefixDistances[depth]!;
  }
}

/** Receives a term, its distance and the least distance of a prefix of it; `tooFar` beyond the allowed typos. */
export type TermVisitor = (termId: number, distance: number, prefixDistance: number) => void;

/** Sorted terms in one array; `commonPrefixes[i]` = units that term i shares with term i - 1 (at most 255). */
export interface WalkableTerms {
  count: number;
  offsets: Uint32Array;
  units: WholeUnits;
  commonPrefixes: Uint8Array;
}

/**
 * For each term, the next one with a shorter common prefix than its own. Following these links skips a branch of the trie in
 * as many steps as it has levels.
 */
export function computeBranchEnds({ count, commonPrefixes }: WalkableTerms): Uint32Array {
  const ends = new Uint32Array(count);
  const open: number[] = [];
  for (let term = 0; term < count; term++) {
    while (open.length > 0 && commonPrefixes[open.at(-1)!]! > commonPrefixes[term]!) ends[open.pop()!] = term;
    open.push(term);
  }
  for (const term of open) ends[term] = count;
  return ends;
}

/**
 * Walks terms `start` to `end` as if they were a trie: a common prefix with the previous term is not read again, and where the
 * automaton rejects a prefix, all terms with that prefix are skipped. `ends` is `branchEnds(terms)`.
 */
export function walkTerms(
  terms: WalkableTerms,
  ends: Uint32Array,
  start: number,
  end: number,
  automaton: FuzzyAutomaton,
  visit: TermVisitor,
): void {
  const { offsets, units, commonPrefixes } = terms;
  automaton.begin();
  let term = start;
  while (term < end) {
    const at = offsets[term]!;
    const length = offsets[term + 1]! - at;
    let depth = term === start ? 0 : commonPrefixes[term]!;
    let alive = true;
    while (depth < length && alive) {
      alive = automaton.advance(depth, units.low[at + depth]!);
      depth++;
    }
    const prefixDistance = automaton.readPrefixDistance(depth);
    if (alive) {
      const distance = automaton.readDistance(depth);
      if (Math.min(distance, prefixDistance) <= automaton.typos) visit(term, distance, prefixDistance);
      term++;
      continue;
    }
    let after = term + 1;
    while (after < end && commonPrefixes[after]! >= depth) after = ends[after]!;
    if (prefixDistance <= automaton.typos) {
      for (const last = Math.min(after, end); term < last; term++) visit(term, tooFar, prefixDistance);
    }
    term = after;
  }
}

/** Matches one word against the automaton. */
export function matchWord(automaton: FuzzyAutomaton, word: string, termId: number, visit: TermVisitor): void {
  let depth = 0;
  let alive = true;
  automaton.begin();
  while (depth < word.length && alive) {
    alive = automaton.advance(depth, word.charCodeAt(depth));
    depth++;
  }
  const distance = alive ? automaton.readDistance(depth) : tooFar;
  const prefixDistance = automaton.readPrefixDistance(depth);
  if (Math.min(distance, prefixDistance) <= automaton.typos) visit(termId, distance, prefixDistance);
}
