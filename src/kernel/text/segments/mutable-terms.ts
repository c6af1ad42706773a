import { FuzzyAutomaton, type TermVisitor } from '../dictionary/fuzzy.ts';
import { MutableTrie } from '../dictionary/mutable-trie.ts';
import { foldUnits, hasDigit } from '../language/tokenizer.ts';
import type { MutableSegment } from './mutable-segment.ts';
import { absent, type SharedStrings } from './shared-strings.ts';

/** The terms without digits of a mutable segment, by their string in a table of shared strings. */
export class MutableTerms {
  /** The segment's term of each shared string, or `absent`. */
  readonly entries: Int32Array;
  readonly #segment: MutableSegment;
  readonly #shared: SharedStrings;
  #termCount = 0;
  /** The terms that are not shared, and their numbers in the segment. */
  readonly #others = new MutableTrie();
  readonly #otherTerms: number[] = [];

  /** The table of `shared` must not change. */
  constructor(segment: MutableSegment, shared: SharedStrings) {
    this.#segment = segment;
    this.#shared = shared;
    this.entries = new Int32Array(shared.table.count).fill(absent);
  }

  /** Adds the new terms of the segment. */
  update(): void {
    const { terms } = this.#segment;
    for (; this.#termCount < terms.length; this.#termCount++) {
      const text = terms[this.#termCount]!;
      if (hasDigit(text)) continue;
      const shared = this.#shared.find(text);
      if (shared !== absent) {
        this.entries[shared] = this.#termCount;
        continue;
      }
      this.#others.add(foldUnits(text));
      this.#otherTerms.push(this.#termCount);
    }
  }

  /** Visits the matches among the terms that are not shared. */
  walkOthers(word: string, typos: 1 | 2, visit: TermVisitor): void {
    if (this.#otherTerms.length === 0) return;
    this.#others.walk(new FuzzyAutomaton(word, typos), (other, distance, prefixDistance) =>
      visit(this.#otherTerms[other]!, distance, prefixDistance),
    );
  }
}
