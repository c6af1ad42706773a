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
  /** The number of the next term of the segment to add. */
  #nextTerm = 0;
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
    for (; this.#nextTerm < terms.length; this.#nextTerm++) {
      const text = terms[this.#nextTerm]!;
      if (hasDigit(text)) continue;
      const sharedString = this.#shared.find(text);
      if (sharedString !== absent) {
        this.entries[sharedString] = this.#nextTerm;
        continue;
      }
      // The trie numbers its words in the order of their addition.
      this.#others.add(foldUnits(text));
      this.#otherTerms.push(this.#nextTerm);
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
