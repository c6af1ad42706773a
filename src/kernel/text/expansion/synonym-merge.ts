import type { Analyzer } from '../language/analyzer.ts';
import type { SynonymEntry } from '../schema/settings.ts';
import {
  synonymLengthMax,
  synonymPairsMax,
  synonymRulesMax,
  synonymSidesMax,
  synonymsOfWordMax,
} from './synonym-check.ts';
import { findClosingEdges, findComponents, type GraphEdge } from './cycles.ts';
import { joinStems, countPairs, listSideWords, synonymWordsMax } from './synonyms.ts';

/** A part of a rule that no merge can make valid. */
export interface SynonymLoss {
  /** Index of the rule. */
  readonly rule: number;
  readonly detail: string;
}

export interface SynonymMerge {
  /** Rules in which `checkSynonyms` finds no fault, in the order of their sources. */
  readonly rules: SynonymEntry[];
  readonly lost: SynonymLoss[];
  /** Number of rules that were merged with others, or whose words are the same after analysis. */
  readonly merged: number;
}

/** A word or phrase of a rule. Sides with one key are the same after analysis. */
interface Side {
  readonly text: string;
  readonly key: string;
}

interface Group {
  readonly rule: number;
  readonly kind: SynonymEntry['kind'];
  /** The first side of a one-way rule leads to the others. */
  readonly sides: readonly Side[];
}

interface SynonymRuleEdge extends GraphEdge {
  readonly rule: number;
}

/**
 * Converts rules of other systems, where the same words may be in several rules, to valid rules. Words that are the same after analysis
 * become one, a pair of an earlier rule is left out, words that name each other are equivalent, and so are the words of a cycle. Searches
 * find the same products as under the original rules.
 */
export function mergeSynonyms(rules: readonly SynonymEntry[], analyzer: Analyzer): SynonymMerge {
  const lost: SynonymLoss[] = [];
  const merged = new Set<number>();
  const lose = (rule: number, detail: string): void => void lost.push({ rule, detail });
  const groups = rules.flatMap((rule, at) => readGroup(rule, at, { analyzer, lose, merged }));
  const written = new SynonymMerger(groups, merged, lose).merge();
  return { rules: keepWithinLimits(written, analyzer, lose), lost, merged: merged.size };
}

/** A valid rule with its source. */
interface WrittenRule {
  readonly rule: number;
  readonly entry: SynonymEntry;
}

class SynonymMerger {
  readonly #groups: readonly Group[];
  readonly #merged: Set<number>;
  readonly #lose: (rule: number, detail: string) => void;
  readonly #written: WrittenRule[] = [];
  /** The first spelling of each word, by key. */
  readonly #texts = new Map<string, string>();
  /** All pairs of a word and a synonym. */
  readonly #pairs = new Set<string>();
  /** The pairs that the written equivalence rules cover. */
  readonly #covered = new Set<string>();
  /** Edges of one-way rules by pair, without words that name each other and without written cycles. */
  readonly #edges = new Map<string, SynonymRuleEdge>();

  constructor(groups: readonly Group[], merged: Set<number>, lose: (rule: number, detail: string) => void) {
    this.#groups = groups;
    this.#merged = merged;
    this.#lose = lose;
  }

  merge(): WrittenRule[] {
    this.#readPairs();
    this.#writeMutual();
    this.#readEdges();
    this.#writeCycles();
    this.#writeOneWay();
    return this.#written.toSorted((a, b) => a.rule - b.rule);
  }

  #readPairs(): void {
    for (const group of this.#groups) {
      for (const { key, text } of group.sides) if (!this.#texts.has(key)) this.#texts.set(key, text);
      for (const [from, to] of listPairs(group)) {
        const pair = formatPairKey(from.key, to.key);
        if (this.#pairs.has(pair)) this.#merged.add(group.rule);
        this.#pairs.add(pair);
      }
    }
  }

  #writeMutual(): void {
    const candidates = this.#groups.map(({ rule, kind, sides }) => {
      const [from] = sides;
      const isOneWay = kind === 'oneWay' && from !== undefined;
      return {
        rule,
        sides: isOneWay ? sides.filter((side) => side === from || this.#isMutual(from.key, side.key)) : sides,
      };
    });
    // Writes the largest rule first: smaller rules then lose the pairs that it covers, instead of splitting it.
    for (const { rule, sides } of candidates.toSorted((a, b) => b.sides.length - a.sides.length))
      this.#writeEquivalents(rule, sides);
  }

  #readEdges(): void {
    for (const group of this.#groups) {
      if (group.kind !== 'oneWay') continue;
      for (const [{ key: from }, { key: to }] of listPairs(group)) {
        const pair = formatPairKey(from, to);
        if (this.#isMutual(from, to)) this.#merged.add(group.rule);
        else if (!this.#edges.has(pair)) this.#edges.set(pair, { from, to, rule: group.rule });
      }
    }
  }

  #writeCycles(): void {
    for (const cycle of findComponents([...this.#edges.values()])) {
      const keys = new Set(cycle);
      const inside = [...this.#edges.values()].filter(({ from, to }) => keys.has(from) && keys.has(to));
      if (cycle.length > synonymSidesMax) this.#openCycle(inside);
      else this.#writeCycle(cycle, inside);
    }
  }

  /** Leaves out the edges that close a cycle of too many words for an equivalence. */
  #openCycle(inside: readonly SynonymRuleEdge[]): void {
    for (const { from, to, rule } of findClosingEdges(inside)) {
      this.#edges.delete(formatPairKey(from, to));
      const [start, end] = [this.#texts.get(from)!, this.#texts.get(to)!];
      this.#lose(rule, `"${end}" leads back to "${start}" by more than ${synonymSidesMax} words`);
    }
  }

  #writeCycle(cycle: readonly string[], inside: readonly SynonymRuleEdge[]): void {
    for (const { from, to, rule } of inside) {
      this.#edges.delete(formatPairKey(from, to));
      this.#merged.add(rule);
    }
    for (const one of cycle)
      for (const other of cycle) if (one !== other) this.#pairs.add(formatPairKey(one, other));
    this.#writeEquivalents(
      Math.min(...inside.map(({ rule }) => rule)),
      cycle.map((key) => ({ key, text: this.#texts.get(key)! })),
    );
  }

  #writeOneWay(): void {
    for (const { rule, kind, sides } of this.#groups) {
      const [from] = sides;
      if (kind !== 'oneWay' || from === undefined) continue;
      const to = sides
        .slice(1)
        .filter(({ key }) => this.#edges.get(formatPairKey(from.key, key))?.rule === rule)
        .map(({ text }) => text);
      for (let at = 0; at < to.length; at += synonymSidesMax)
        this.#written.push({
          rule,
          entry: { kind, from: from.text, to: to.slice(at, at + synonymSidesMax) },
        });
    }
  }

  #writeEquivalents(rule: number, sides: readonly Side[]): void {
    const isOpen = (a: string, b: string): boolean =>
      this.#isMutual(a, b) && !this.#covered.has(formatPairKey(a, b));
    for (const clique of iterateCliques(sides, isOpen)) {
      for (const one of clique)
        for (const other of clique) this.#covered.add(formatPairKey(one.key, other.key));
      this.#written.push({ rule, entry: { kind: 'equivalent', words: clique.map(({ text }) => text) } });
    }
  }

  #isMutual(a: string, b: string): boolean {
    return this.#pairs.has(formatPairKey(a, b)) && this.#pairs.has(formatPairKey(b, a));
  }
}

function readGroup(
  rule: SynonymEntry,
  at: number,
  {
    analyzer,
    lose,
    merged,
  }: { analyzer: Analyzer; lose: (rule: number, detail: string) => void; merged: Set<number> },
): Group[] {
  const texts = rule.kind === 'equivalent' ? rule.words : [rule.from, ...rule.to];
  const sides: Side[] = [];
  let isFromLost = false;
  for (const [index, text] of texts.entries()) {
    const words = listSideWords(text.slice(0, synonymLengthMax), analyzer);
    const fault =
      text.length > synonymLengthMax
        ? `"${text.slice(0, synonymLengthMax)}…" has more than ${synonymLengthMax} characters`
        : words.length === 0
          ? `"${text}" has no letter or digit`
          : words.length > synonymWordsMax
            ? `"${text}" has more than ${synonymWordsMax} words`
            : null;
    if (fault !== null) {
      lose(at, fault);
      isFromLost ||= rule.kind === 'oneWay' && index === 0;
      continue;
    }
    const key = joinStems(words, analyzer);
    if (sides.some((side) => side.key === key)) merged.add(at);
    else if (rule.kind === 'equivalent' && sides.length === synonymSidesMax)
      lose(at, `"${text}" is beyond ${synonymSidesMax} equivalent words`);
    else sides.push({ text, key });
  }
  if (isFromLost) return [];
  if (sides.length >= 2) return [{ rule: at, kind: rule.kind, sides }];
  if (!merged.has(at) && sides.length === texts.length) lose(at, 'fewer than two words');
  return [];
}

/** Groups of words whose pairs are all open. */
function* iterateCliques(
  sides: readonly Side[],
  isOpen: (one: string, other: string) => boolean,
): Generator<Side[]> {
  for (const [at, one] of sides.entries()) {
    for (const other of sides.slice(at + 1)) {
      if (!isOpen(one.key, other.key)) continue;
      const clique = [one, other];
      for (const next of sides)
        if (!clique.includes(next) && clique.every(({ key }) => isOpen(key, next.key))) clique.push(next);
      yield sides.filter((side) => clique.includes(side));
    }
  }
}

function listPairs({ kind, sides }: Group): [Side, Side][] {
  const froms = kind === 'oneWay' ? sides.slice(0, 1) : sides;
  return froms.flatMap((one) =>
    sides.filter((other) => other !== one).map((other): [Side, Side] => [one, other]),
  );
}

const formatPairKey = (from: string, to: string): string => `${from}\n${to}`;

/** Keeps the rules that fit the limits of all rules together: exceeding one would reject all of them. */
function keepWithinLimits(
  written: readonly WrittenRule[],
  analyzer: Analyzer,
  lose: (rule: number, detail: string) => void,
): SynonymEntry[] {
  const rules: SynonymEntry[] = [];
  const synonymCounts = new Map<string, number>();
  const computeKey = (text: string): string => joinStems(listSideWords(text, analyzer), analyzer);
  let pairTotal = 0;
  for (const { rule, entry } of written) {
    const froms = (entry.kind === 'oneWay' ? [entry.from] : entry.words).map(computeKey);
    const added = entry.kind === 'oneWay' ? entry.to.length : entry.words.length - 1;
    const isFull = froms.some((key) => (synonymCounts.get(key) ?? 0) + added > synonymsOfWordMax);
    if (rules.length === synonymRulesMax) lose(rule, `more than ${synonymRulesMax} rules`);
    else if (pairTotal + countPairs(entry) > synonymPairsMax)
      lose(rule, `more than ${synonymPairsMax} pairs of a word and a synonym`);
    else if (isFull) lose(rule, `a word with more than ${synonymsOfWordMax} synonyms`);
    else {
      rules.push(entry);
      pairTotal += countPairs(entry);
      for (const key of froms) synonymCounts.set(key, (synonymCounts.get(key) ?? 0) + added);
    }
  }
  return rules;
}
