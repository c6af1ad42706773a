import { foldUnit } from '../language/tokenizer.ts';
import { wordLengthMax } from '../schema/document.ts';

/**
 * Words within a few typos of a query word, by a bit-parallel automaton (Wu and Manber 1992, without restarts, with
 * a pending bit for transpositions). Bit i of row e: i letters of the query word are consumed with e typos. A typo is
 * an insertion, a deletion, a substitution or two neighbours swapped (optimal string alignment distance); one that
 * touches the first letter counts twice, since people rarely get it wrong and it tells the most words apart.
 *
 *   row'[e] = (row[e] & match) << 1        the letter fits
 *           | row[e-1]                     a letter too many
 *           | row[e-1] << 1                another letter
 *           | row'[e-1] << 1               a letter missing
 *           | (pending[e] & match) << 2    the second of two swapped letters
 */

/** Longer query words are only looked up exactly: their bits must fit a small integer. */
export const fuzzyLengthMax = 29;

/** The distance of what is further away than asked for. */
export const tooFar = 9;

const rowCount = 5;

/** Rows 0 to 2 and pending 1 and 2, for every depth of the walk at work, so that it can resume at any depth. */
const rows = new Int32Array(rowCount * (wordLengthMax + 1));
const prefixDistances = new Uint8Array(wordLengthMax + 1);

/** One walk at a time: what it goes over lies in memory that all automata share, as one is made for every word. */
export class FuzzyAutomaton {
  readonly word: string;
  readonly typos: number;
  /** By folded unit, the places in the word where it stands; units of ASCII have a table, as nearly all are. */
  readonly #asciiMasks = Array<number>(128).fill(0);
  readonly #masks = new Map<number, number>();
  readonly #accept: number;

  /** `word`: folded, 1 to `fuzzyLengthMax` units. `typos`: 0 to `typosMax`. */
  constructor(word: string, typos: number) {
    this.word = word;
    this.typos = typos;
    this.#accept = 1 << word.length;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      if (unit < 128) this.#asciiMasks[unit]! |= 1 << i;
      else this.#masks.set(unit, (this.#masks.get(unit) ?? 0) | (1 << i));
    }
  }

  /** Before anything is read. */
  begin(): void {
    rows.fill(0, 0, rowCount);
    rows[0] = 1;
    // Leaving out the first letter takes both typos.
    if (this.typos > 1) rows[2] = 0b11;
    prefixDistances[0] = this.distance(0);
  }

  /** Reads one unit at `depth` (0 first) and tells whether anything can still match. */
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
      // Only the state "nothing read, no typo" stands before the first letter with typos to spare.
      const later0 = old0 & ~1;
      const row1 =
        ((old1 & match) << 1) | later0 | (later0 << 1) | (row0 << 1) | ((rows[from + 3]! & match) << 2);
      rows[to + 1] = row1;
      rows[to + 3] = pending = later0 & (match >> 1);
      alive |= row1;
      if (this.typos > 1) {
        const row2 =
          ((rows[from + 2]! & match) << 1) |
          old1 |
          (old1 << 1) |
          (row1 << 1) |
          ((rows[from + 4]! & match) << 2) |
          ((old0 & 1) * 0b11);
        rows[to + 2] = row2;
        pending |= rows[to + 4] = (old1 | (old0 & 1)) & (match >> 1);
        alive |= row2;
      }
    }
    const before = prefixDistances[depth]!;
    prefixDistances[depth + 1] =
      (alive & this.#accept) === 0 ? before : Math.min(before, this.distance(depth + 1));
    // Bits above the accepting one are overflow of the shifts and mean nothing.
    return (alive & (this.#accept * 2 - 1)) !== 0 || pending !== 0;
  }

  /** Typos between the query word and the `depth` units read. */
  distance(depth: number): number {
    const at = depth * rowCount;
    if ((rows[at]! & this.#accept) !== 0) return 0;
    if (this.typos > 0 && (rows[at + 1]! & this.#accept) !== 0) return 1;
    if (this.typos > 1 && (rows[at + 2]! & this.#accept) !== 0) return 2;
    return tooFar;
  }

  /** Least number of typos between the query word and any beginning of the `depth` units read. */
  prefixDistance(depth: number): number {
    return prefixDistances[depth]!;
  }
}

/** Receives a term, its distance and the least distance of a beginning of it; `tooFar` where beyond. */
export type TermVisitor = (termId: number, distance: number, prefixDistance: number) => void;

/** Sorted terms as one blob; `commonPrefixes[i]` = units that term i shares with term i - 1 (at most 255). */
export interface WalkableTerms {
  count: number;
  offsets: Uint32Array;
  units: Uint16Array;
  commonPrefixes: Uint8Array;
}

/**
 * For each term the next one that shares less with its neighbour before than this term does with its own: the way
 * around a branch of the trie in as many steps as it is deep.
 */
export function branchEnds({ count, commonPrefixes }: WalkableTerms): Uint32Array {
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
 * Walks terms `start` to `end` as if they were a trie: what a term shares with the one before is not read again, and
 * where the automaton dies, the terms that share the dead beginning are passed over. `ends` is `branchEnds(terms)`.
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
      alive = automaton.advance(depth, units[at + depth]!);
      depth++;
    }
    const prefixDistance = automaton.prefixDistance(depth);
    if (alive) {
      const distance = automaton.distance(depth);
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

/** The same for one word that stands alone. */
export function matchWord(automaton: FuzzyAutomaton, word: string, termId: number, visit: TermVisitor): void {
  let depth = 0;
  let alive = true;
  automaton.begin();
  while (depth < word.length && alive) {
    alive = automaton.advance(depth, word.charCodeAt(depth));
    depth++;
  }
  const distance = alive ? automaton.distance(depth) : tooFar;
  const prefixDistance = automaton.prefixDistance(depth);
  if (Math.min(distance, prefixDistance) <= automaton.typos) visit(termId, distance, prefixDistance);
}
