import { createGrowableUint32 } from '../../bits/growable.ts';
import { wordLengthMax } from '../schema/document.ts';
import { tooFar, type FuzzyAutomaton, type TermVisitor } from './fuzzy.ts';

const none = 0xffffffff;

/** Fields of a node, adjacent so that a walk reads them together. */
const unitAt = 0;
const childAt = 1;
const siblingAt = 2;
/** The last added term that ends here. */
const termAt = 3;
/** Nodes are numbered by their offset. */
const root = 0;

/** The path to the current node, by depth. */
const path = new Uint32Array(wordLengthMax + 1);

/**
 * A growing dictionary as a trie of linked nodes; the counterpart of `LetterTrie` for mutable segments. Adding a word takes a
 * step for each letter. Fuzzy and prefix searches read only the branches that can match.
 */
export class MutableTrie {
  readonly #nodes = createGrowableUint32();
  /** The previous term that ends in the same node, by term. */
  readonly #previous = createGrowableUint32();

  constructor() {
    this.#createNode(0, none);
  }

  /** Terms are numbered from 0. */
  get termCount(): number {
    return this.#previous.length;
  }

  /** Adds a folded word of at most `wordLengthMax` units. Adding an equal word creates another term. */
  add(word: string): void {
    let node = root;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      const child = this.#findChild(node, unit);
      if (child === none) {
        const added = this.#createNode(unit, this.#nodes.data[node + childAt]!);
        this.#nodes.data[node + childAt] = added;
        node = added;
      } else {
        node = child;
      }
    }
    const term = this.termCount;
    this.#previous.push(this.#nodes.data[node + termAt]!);
    this.#nodes.data[node + termAt] = term;
  }

  /** Visits the terms within the automaton's typos, as a whole or by a prefix, in no particular order. */
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
      const prefixDistance = automaton.readPrefixDistance(depth + 1);
      if (isAlive) {
        const distance = automaton.readDistance(depth + 1);
        if (distance <= typos || prefixDistance <= typos)
          this.#visitEnding(node, (term) => visit(term, distance, prefixDistance));
        path[depth++] = node;
        node = nodes[node + childAt]!;
        continue;
      }
      if (prefixDistance <= typos) this.#visitBelow(node, (term) => visit(term, tooFar, prefixDistance));
      node = nodes[node + siblingAt]!;
    }
  }

  /** The terms with a folded prefix, in no particular order. */
  findByPrefix(prefix: string): number[] {
    let node = root;
    for (let i = 0; i < prefix.length && node !== none; i++)
      node = this.#findChild(node, prefix.charCodeAt(i));
    const terms: number[] = [];
    if (node !== none) this.#visitBelow(node, (term) => terms.push(term));
    return terms;
  }

  #createNode(unit: number, sibling: number): number {
    const node = this.#nodes.length;
    for (const word of [unit, none, sibling, none]) this.#nodes.push(word);
    return node;
  }

  #findChild(node: number, unit: number): number {
    const nodes = this.#nodes.data;
    let child = nodes[node + childAt]!;
    while (child !== none && nodes[child + unitAt] !== unit) child = nodes[child + siblingAt]!;
    return child;
  }

  #visitEnding(node: number, visit: (term: number) => void): void {
    const previous = this.#previous.data;
    for (let term = this.#nodes.data[node + termAt]!; term !== none; term = previous[term]!) visit(term);
  }

  /** Visits the node's own terms and all below it. */
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
