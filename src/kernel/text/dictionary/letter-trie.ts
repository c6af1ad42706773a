import { isAsciiDigit } from '../language/characters.ts';
import { foldUnit } from '../language/tokenizer.ts';
import { wordLengthMax } from '../schema/document.ts';
import { firstTypoLengthMin, tooFar, type TermVisitor, type WalkableTerms } from './fuzzy.ts';

/**
 * The words of a dictionary without digits, as a trie in depth-first order: a node is followed by its subtree. A walk then
 * reads memory sequentially and skips a subtree in one step.
 */
export interface LetterTrie {
  nodeCount: number;
  /** The code unit of the edge to each node. */
  units: Uint16Array;
  /** The depth of each node, with `isTerm` if a term ends there. */
  depths: Uint8Array;
  /** The first node after the subtree of each node. */
  after: Uint32Array;
  /** The term that ends at each node. */
  terms: Uint32Array;
}

const isTerm = 0x80;
const depthMask = 0x7f;

export function buildLetterTrie({ count, offsets, units, commonPrefixes }: WalkableTerms): LetterTrie {
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
  /** The path to the current term, by depth. */
  const open: number[] = [];
  let shared = 0;
  for (let term = 0; term < count; term++) {
    const start = offsets[term]!;
    const length = offsets[term + 1]! - start;
    shared = Math.min(shared, commonPrefixes[term]!);
    let digits = false;
    for (let at = start; at < start + length && !digits; at++) digits = isAsciiDigit(units.low[at]!);
    if (digits) continue;
    while (open.length > shared) trie.after[open.pop()!] = trie.nodeCount;
    for (let depth = shared; depth < length; depth++) {
      open.push(trie.nodeCount);
      trie.units[trie.nodeCount] = units.low[start + depth]!;
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
export function listTerms({ nodeCount, depths, terms }: LetterTrie): number[] {
  const found: number[] = [];
  for (let node = 0; node < nodeCount; node++) if ((depths[node]! & isTerm) !== 0) found.push(terms[node]!);
  return found;
}

/** Rows and pending bits of the automaton by depth, as in `fuzzy.ts`, and the least distance of a prefix. */
const rows0 = new Int32Array(wordLengthMax + 1);
const rows1 = new Int32Array(wordLengthMax + 1);
const rows2 = new Int32Array(wordLengthMax + 1);
const pending1 = new Int32Array(wordLengthMax + 1);
const pending2 = new Int32Array(wordLengthMax + 1);
const firstRows = new Int32Array(wordLengthMax + 1);
const firstPending = new Int32Array(wordLengthMax + 1);
const prefixDistances = new Uint8Array(wordLengthMax + 1);
const asciiMasks = new Int32Array(128);

/** Returns a mask of the positions of a folded unit in the word. */
function buildLetterMasks(word: string): (unit: number) => number {
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
 * Visits the terms within 1 or 2 typos of `word`, as a whole or by a prefix. Among words without digits, it finds the same as
 * `walkTerms()` with a `FuzzyAutomaton`, in a fifth of the time. The automaton is inlined, as a word takes thousands of steps and calls
 * would dominate their cost.
 */
export function walkTrie(trie: LetterTrie, word: string, typos: 1 | 2, visit: TermVisitor): void {
  const { units, depths, after, terms, nodeCount } = trie;
  const findMask = buildLetterMasks(word);
  const accept = 1 << word.length;
  // Bits above the accepting one are overflow of the shifts.
  const validBits = accept * 2 - 1;
  const firstBit = word.length >= firstTypoLengthMin ? 1 : 0;
  rows0[0] = 1;
  rows1[0] = 0;
  rows2[0] = 0;
  firstRows[0] = firstBit << 1;
  pending1[0] = pending2[0] = firstPending[0] = 0;
  prefixDistances[0] = tooFar;
  let node = 0;
  while (node < nodeCount) {
    const depth = depths[node]! & depthMask;
    const unit = units[node]!;
    const match = unit < 128 ? asciiMasks[unit]! : findMask(foldUnit(unit));
    const old0 = rows0[depth - 1]!;
    const old1 = rows1[depth - 1]!;
    const old2 = rows2[depth - 1]!;
    const swap1 = pending1[depth - 1]!;
    const swap2 = pending2[depth - 1]!;
    const oldFirst = firstRows[depth - 1]!;
    const swapFirst = firstPending[depth - 1]!;
    let prefixDistance = prefixDistances[depth - 1]!;
    // If all typos are used, only the next letter of the word matches: half of all steps end here.
    const spare = typos === 2 ? old0 | old1 | swap1 : old0;
    const last = (typos === 2 ? old2 | swap2 : old1 | swap1) | oldFirst | swapFirst;
    if (spare === 0 && (last & match) === 0 && prefixDistance > typos) {
      node = after[node]!;
      continue;
    }
    const first = old0 & firstBit;
    const later0 = old0 & ~1;
    const row0 = (old0 & match) << 1;
    const row1 = ((old1 & match) << 1) | later0 | (later0 << 1) | (row0 << 1) | ((swap1 & match) << 2);
    const next1 = later0 & (match >> 1);
    const rowOfFirst = ((oldFirst & match) << 1) | (first * 0b11) | ((swapFirst & match) << 2);
    const nextOfFirst = first & (match >> 1);
    let row2 = 0;
    let next2 = 0;
    if (typos === 2) {
      row2 = ((old2 & match) << 1) | old1 | (old1 << 1) | (row1 << 1) | ((swap2 & match) << 2);
      next2 = old1 & (match >> 1);
    }
    const alive = row0 | row1 | row2 | rowOfFirst;
    let distance = tooFar;
    if ((alive & accept) !== 0) {
      distance = (row0 & accept) !== 0 ? 0 : ((row1 | rowOfFirst) & accept) !== 0 ? 1 : 2;
      if (distance < prefixDistance) prefixDistance = distance;
    }
    if ((alive & validBits) !== 0 || (next1 | next2 | nextOfFirst) !== 0) {
      if ((depths[node]! & isTerm) !== 0 && (distance <= typos || prefixDistance <= typos)) {
        visit(terms[node]!, distance, prefixDistance);
      }
      rows0[depth] = row0;
      rows1[depth] = row1;
      rows2[depth] = row2;
      pending1[depth] = next1;
      pending2[depth] = next2;
      firstRows[depth] = rowOfFirst;
      firstPending[depth] = nextOfFirst;
      prefixDistances[depth] = prefixDistance;
      node++;
      continue;
    }
    const end = after[node]!;
    if (prefixDistance <= typos) {
      for (; node < end; node++) {
        if ((depths[node]! & isTerm) !== 0) visit(terms[node]!, tooFar, prefixDistance);
      }
    }
    node = end;
  }
}
