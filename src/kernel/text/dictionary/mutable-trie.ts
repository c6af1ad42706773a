import { growableUint32 } from '../../bits/growable.ts';
import { wordLengthMax } from '../schema/document.ts';
import { tooFar, type FuzzyAutomaton, type TermVisitor } from './fuzzy.ts';

const none = 0xffffffff;

/** What is kept of a node, side by side, as a walk reads all of it in one step. */
const unitAt = 0;
const childAt = 1;
const siblingAt = 2;
/** The term added last of those that end here. */
const termAt = 3;
/** A node goes by where it begins. */
const root = 0;

/** The nodes on the way to the one at hand, by depth. */
const path = new Uint32Array(wordLengthMax + 1);

/**
 * A dictionary that grows, as a trie of linked nodes. A word is added in as many steps as it has letters, and both words with
 * typos and words with a beginning are found without reading the others: what `LetterTrie` is for words that stay.
 */
export class MutableTrie {
  readonly #nodes = growableUint32();
  /** By term: the one before it that ends in the same node. */
  readonly #earlier = growableUint32();

  constructor() {
    this.#newNode(0, none);
  }

  /** Words get the numbers from 0 on. */
  get termCount(): number {
    return this.#earlier.length;
  }

  /** `word`: folded, at most `wordLengthMax` units. The same one may come again, as another term. */
  add(word: string): void {
    let node = root;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      const child = this.#childOf(node, unit);
      if (child === none) {
        const added = this.#newNode(unit, this.#nodes.data[node + childAt]!);
        this.#nodes.data[node + childAt] = added;
        node = added;
      } else {
        node = child;
      }
    }
    const term = this.termCount;
    this.#earlier.push(this.#nodes.data[node + termAt]!);
    this.#nodes.data[node + termAt] = term;
  }

  /** Visits the terms within the automaton's typos, or with such a beginning, in no order. */
  walk(automaton: FuzzyAutomaton, visit: TermVisitor): void {
    const { typos } = automaton;
    const nodes = this.#nodes.data;
    automaton.begin();
    let depth = 0;
    let node = nodes[root + childAt]!;
    for (;;) {
      if (node === none) {
        if (depth === 0) return;
        node = nodes[path[--depth]! + siblingAt]!;
        continue;
      }
      const isAlive = automaton.advance(depth, nodes[node + unitAt]!);
      const beginning = automaton.prefixDistance(depth + 1);
      if (isAlive) {
        const distance = automaton.distance(depth + 1);
        if (distance <= typos || beginning <= typos)
          this.#visitEnding(node, (term) => visit(term, distance, beginning));
        path[depth++] = node;
        node = nodes[node + childAt]!;
        continue;
      }
      if (beginning <= typos) this.#visitBelow(node, (term) => visit(term, tooFar, beginning));
      node = nodes[node + siblingAt]!;
    }
  }

  /** The terms with a beginning, in no order. `beginning`: folded. */
  beginningWith(beginning: string): number[] {
    let node = root;
    for (let i = 0; i < beginning.length && node !== none; i++)
      node = this.#childOf(node, beginning.charCodeAt(i));
    const found: number[] = [];
    if (node !== none) this.#visitBelow(node, (term) => found.push(term));
    return found;
  }

  #newNode(unit: number, sibling: number): number {
    const node = this.#nodes.length;
    for (const word of [unit, none, sibling, none]) this.#nodes.push(word);
    return node;
  }

  #childOf(node: number, unit: number): number {
    const nodes = this.#nodes.data;
    let child = nodes[node + childAt]!;
    while (child !== none && nodes[child + unitAt] !== unit) child = nodes[child + siblingAt]!;
    return child;
  }

  #visitEnding(node: number, visit: (term: number) => void): void {
    const earlier = this.#earlier.data;
    for (let term = this.#nodes.data[node + termAt]!; term !== none; term = earlier[term]!) visit(term);
  }

  /** The node's own terms, and all below it. */
  #visitBelow(top: number, visit: (term: number) => void): void {
    const nodes = this.#nodes.data;
    this.#visitEnding(top, visit);
    const open = [nodes[top + childAt]!];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node === none) continue;
      this.#visitEnding(node, visit);
      open.push(nodes[node + siblingAt]!, nodes[node + childAt]!);
    }
  }
}
