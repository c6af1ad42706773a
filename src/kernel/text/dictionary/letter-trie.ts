import { foldUnit, isDigitUnit } from '../language/tokenizer.ts';
import { wordLengthMax } from '../schema/document.ts';
import { tooFar, type TermVisitor, type WalkableTerms } from './fuzzy.ts';

/**
 * The words of a dictionary that have no digit, as a trie in the order in which it is walked: a node, then all that is
 * below it. So a walk reads memory forwards, and goes around what cannot match in one step.
 */
export interface LetterTrie {
  nodeCount: number;
  /** By node: the unit that leads to it. */
  units: Uint16Array;
  /** By node: units from the root, and `isTerm` where a term ends. */
  depths: Uint8Array;
  /** By node: the first one after all that is below it. */
  after: Uint32Array;
  /** By node: the term that ends here. */
  terms: Uint32Array;
}

const isTerm = 0x80;
const depthOf = 0x7f;

export function letterTrie({ count, offsets, units, commonPrefixes }: WalkableTerms): LetterTrie {
  let nodeMax = 0;
  for (let term = 0; term < count; term++) {
    nodeMax += offsets[term + 1]! - offsets[term]! - commonPrefixes[term]!;
  }
  const trie: LetterTrie = {
    nodeCount: 0,
    units: new Uint16Array(nodeMax),
    depths: new Uint8Array(nodeMax),
    after: new Uint32Array(nodeMax),
    terms: new Uint32Array(nodeMax),
  };
  /** By depth, the nodes on the way to the term at hand. */
  const open: number[] = [];
  let shared = 0;
  for (let term = 0; term < count; term++) {
    const start = offsets[term]!;
    const length = offsets[term + 1]! - start;
    shared = Math.min(shared, commonPrefixes[term]!);
    let digits = false;
    for (let at = start; at < start + length && !digits; at++) digits = isDigitUnit(units[at]!);
    if (digits) continue;
    while (open.length > shared) trie.after[open.pop()!] = trie.nodeCount;
    for (let depth = shared; depth < length; depth++) {
      open.push(trie.nodeCount);
      trie.units[trie.nodeCount] = units[start + depth]!;
      trie.depths[trie.nodeCount++] = depth + 1;
    }
    const last = open.at(-1)!;
    trie.depths[last]! |= isTerm;
    trie.terms[last] = term;
    shared = length;
  }
  for (const node of open) trie.after[node] = trie.nodeCount;
  return trie;
}

/** The terms in the trie, sorted. */
export function termsOfTrie({ nodeCount, depths, terms }: LetterTrie): number[] {
  const found: number[] = [];
  for (let node = 0; node < nodeCount; node++) if ((depths[node]! & isTerm) !== 0) found.push(terms[node]!);
  return found;
}

/** Rows and pending bits of the automaton by depth, as `fuzzy.ts` has them, and the least distance of a beginning. */
const rows0 = new Int32Array(wordLengthMax + 1);
const rows1 = new Int32Array(wordLengthMax + 1);
const rows2 = new Int32Array(wordLengthMax + 1);
const pending1 = new Int32Array(wordLengthMax + 1);
const pending2 = new Int32Array(wordLengthMax + 1);
const beginnings = new Uint8Array(wordLengthMax + 1);
const asciiMasks = new Int32Array(128);

/** By folded unit, the places in the word where it stands. */
function masksOf(word: string): (unit: number) => number {
  const others = new Map<number, number>();
  asciiMasks.fill(0);
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    if (unit < 128) asciiMasks[unit]! |= 1 << i;
    else others.set(unit, (others.get(unit) ?? 0) | (1 << i));
  }
  return (unit) => (unit < 128 ? asciiMasks[unit]! : (others.get(unit) ?? 0));
}

/**
 * Visits the words within 1 or 2 typos of `word`, or with such a beginning: what `walkTerms()` and a `FuzzyAutomaton`
 * find among words without digits, in a fifth of the time. The automaton is written out here, since thousands of
 * steps are made for a word and a call each would be most of their cost.
 */
export function walkTrie(trie: LetterTrie, word: string, typos: 1 | 2, visit: TermVisitor): void {
  const { units, depths, after, terms, nodeCount } = trie;
  const maskOf = masksOf(word);
  const accept = 1 << word.length;
  // Bits above the accepting one are overflow of the shifts and mean nothing.
  const meant = accept * 2 - 1;
  rows0[0] = 1;
  rows1[0] = 0;
  rows2[0] = typos === 2 ? 0b11 : 0;
  beginnings[0] = typos === 2 && word.length === 1 ? 2 : tooFar;
  let node = 0;
  while (node < nodeCount) {
    const depth = depths[node]! & depthOf;
    const unit = units[node]!;
    const match = unit < 128 ? asciiMasks[unit]! : maskOf(foldUnit(unit));
    const old0 = rows0[depth - 1]!;
    const old1 = rows1[depth - 1]!;
    const old2 = rows2[depth - 1]!;
    const swap1 = pending1[depth - 1]!;
    const swap2 = pending2[depth - 1]!;
    let beginning = beginnings[depth - 1]!;
    // Where all typos are made, only the next letter leads on: half of all steps end here.
    const spare = typos === 2 ? old0 | old1 | swap1 : old0;
    const last = typos === 2 ? old2 | swap2 : old1 | swap1;
    if (spare === 0 && (last & match) === 0 && beginning > typos) {
      node = after[node]!;
      continue;
    }
    const later0 = old0 & ~1;
    const row0 = (old0 & match) << 1;
    const row1 = ((old1 & match) << 1) | later0 | (later0 << 1) | (row0 << 1) | ((swap1 & match) << 2);
    const next1 = later0 & (match >> 1);
    let row2 = 0;
    let next2 = 0;
    if (typos === 2) {
      const first = old0 & 1;
      row2 =
        ((old2 & match) << 1) | old1 | (old1 << 1) | (row1 << 1) | ((swap2 & match) << 2) | (first * 0b11);
      next2 = (old1 | first) & (match >> 1);
    }
    const alive = row0 | row1 | row2;
    let distance = tooFar;
    if ((alive & accept) !== 0) {
      distance = (row0 & accept) !== 0 ? 0 : (row1 & accept) !== 0 ? 1 : 2;
      if (distance < beginning) beginning = distance;
    }
    if ((alive & meant) !== 0 || (next1 | next2) !== 0) {
      if ((depths[node]! & isTerm) !== 0 && (distance <= typos || beginning <= typos)) {
        visit(terms[node]!, distance, beginning);
      }
      rows0[depth] = row0;
      rows1[depth] = row1;
      rows2[depth] = row2;
      pending1[depth] = next1;
      pending2[depth] = next2;
      beginnings[depth] = beginning;
      node++;
      continue;
    }
    const end = after[node]!;
    if (beginning <= typos) {
      for (; node < end; node++) {
        if ((depths[node]! & isTerm) !== 0) visit(terms[node]!, tooFar, beginning);
      }
    }
    node = end;
  }
}
