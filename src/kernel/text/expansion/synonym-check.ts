import type { Analyzer } from '../language/analyzer.ts';
import type { SynonymEntry } from '../schema/settings.ts';
import { keyOf, pairCount, sideWords, synonymWordsMax } from './synonyms.ts';

export const synonymRulesMax = 5_000;
/** Sides of one rule: the words of a group, or what one stands for. */
export const synonymSidesMax = 50;
/** Pairs of a word and what it stands for, of all rules: equivalent words are pairs both ways. */
export const synonymPairsMax = 50_000;
/** What one word stands for, by all rules: each is looked for in every search for the word. */
export const synonymsOfWordMax = 1_000;
export const synonymLengthMax = 128;
/** Further faults are not told. */
export const synonymFaultsMax = 100;

export interface SynonymFault {
  /** Where, from the list of rules on: "[3].to[0]", or "" for the list. */
  path: string;
  code: 'too_many' | 'too_few' | 'no_word' | 'too_long' | 'too_many_words' | 'duplicate' | 'cycle';
  detail: string;
}

/** One side of a rule, with its place. */
interface Side {
  path: string;
  text: string;
  key: string;
}

/**
 * What is wrong with the rules, with its place; empty where nothing is. Sides are compared by the words they mean, so
 * that "Sofas" and "sofa" are one. Refused are sides without a word or with too many, the same word twice in a rule, a
 * pair that an earlier rule has, and one-way rules that lead back to where they came from.
 */
export function checkSynonyms(rules: readonly SynonymEntry[], analyzer: Analyzer): SynonymFault[] {
  const faults: SynonymFault[] = [];
  const refuse = (path: string, code: SynonymFault['code'], detail: string): void => {
    if (faults.length < synonymFaultsMax) faults.push({ path, code, detail });
  };
  if (rules.length > synonymRulesMax) {
    refuse(
      '',
      'too_many',
      `There may be at most ${synonymRulesMax} synonym rules: these are ${rules.length}`,
    );
    return faults;
  }
  const pairTotal = rules.reduce((sum, rule) => sum + pairCount(rule), 0);
  if (pairTotal > synonymPairsMax) {
    const detail = `There may be at most ${synonymPairsMax} pairs of a word and a synonym in all rules: these are ${pairTotal}`;
    refuse('', 'too_many', detail);
    return faults;
  }
  const synonymsOf = new Map<string, number>();
  /** By pair of words in their direction, the place that has it. */
  const pairs = new Map<string, string>();
  const ways: Way[] = [];
  rules.forEach((rule, i) => {
    const sides = readSides(rule, `[${i}]`, analyzer, refuse);
    const repeated = sides.filter(({ key }, at) => sides.findIndex((other) => other.key === key) < at);
    for (const { path, text } of repeated)
      refuse(path, 'duplicate', `"${text}" stands in this rule already: leave it out`);
    for (const [from, to] of pairsOf(rule, sides)) {
      const count = (synonymsOf.get(from.key) ?? 0) + 1;
      synonymsOf.set(from.key, count);
      if (count === synonymsOfWordMax + 1)
        refuse(
          from.path,
          'too_many',
          `"${from.text}" has more than ${synonymsOfWordMax} synonyms: leave some out`,
        );
      const pair = `${from.key}\n${to.key}`;
      const earlier = pairs.get(pair);
      if (earlier === undefined) pairs.set(pair, `${i}`);
      else if (earlier !== `${i}`)
        refuse(
          to.path,
          'duplicate',
          `Rule ${earlier} has "${from.text}" and "${to.text}" already: leave it out`,
        );
      if (rule.kind === 'oneWay') ways.push({ from: from.key, to: to.key, side: to });
    }
  });
  for (const { path, text } of waysBack(ways)) {
    refuse(path, 'cycle', `"${text}" leads back to where this rule came from: make the words equivalent`);
  }
  return faults;
}

function readSides(
  rule: SynonymEntry,
  path: string,
  analyzer: Analyzer,
  refuse: (path: string, code: SynonymFault['code'], detail: string) => void,
): Side[] {
  const list = rule.kind === 'equivalent' ? 'words' : 'to';
  const texts = rule.kind === 'equivalent' ? rule.words : rule.to;
  const least = rule.kind === 'equivalent' ? 2 : 1;
  if (texts.length < least)
    refuse(`${path}.${list}`, 'too_few', `A rule needs at least ${least} here: give another word`);
  if (texts.length > synonymSidesMax)
    refuse(`${path}.${list}`, 'too_many', `A rule takes at most ${synonymSidesMax} here: make it two rules`);
  const places = texts
    .slice(0, synonymSidesMax)
    .map((text, at) => ({ text, path: `${path}.${list}[${at}]` }));
  if (rule.kind === 'oneWay') places.unshift({ text: rule.from, path: `${path}.from` });
  const sides: Side[] = [];
  for (const { text, path: at } of places) {
    const words = sideWords(text.slice(0, synonymLengthMax), analyzer);
    if (text.length > synonymLengthMax)
      refuse(
        at,
        'too_long',
        `A word may have at most ${synonymLengthMax} characters: this has ${text.length}`,
      );
    else if (words.length === 0) refuse(at, 'no_word', `"${text}" has no letter or digit: give a word`);
    else if (words.length > synonymWordsMax)
      refuse(at, 'too_many_words', `"${text}" has more than ${synonymWordsMax} words: shorten it`);
    else sides.push({ path: at, text, key: keyOf(words, analyzer) });
  }
  return sides;
}

/** What stands for what: each word for each other, or the first for the others. */
function pairsOf(rule: SynonymEntry, sides: readonly Side[]): [Side, Side][] {
  const [from] = sides;
  if (from === undefined || (rule.kind === 'oneWay' && !from.path.endsWith('from'))) return [];
  const froms = rule.kind === 'oneWay' ? [from] : sides;
  return froms.flatMap((one) =>
    sides.filter((other) => other.key !== one.key).map((other): [Side, Side] => [one, other]),
  );
}

interface Way {
  from: string;
  to: string;
  side: Side;
}

/** The ends of ways that close a circle, by a walk in depth that meets what it is still on. */
function waysBack(ways: readonly Way[]): Side[] {
  const waysFrom = Map.groupBy(ways, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const back: Side[] = [];
  for (const start of waysFrom.keys()) {
    if (state.has(start)) continue;
    // A list instead of recursion: a chain may be as long as there are rules.
    const path: { at: string; next: number }[] = [{ at: start, next: 0 }];
    state.set(start, 'open');
    while (path.length > 0) {
      const last = path.at(-1)!;
      const way = waysFrom.get(last.at)?.[last.next++];
      if (way === undefined) {
        state.set(last.at, 'done');
        path.pop();
      } else if (state.get(way.to) === 'open') back.push(way.side);
      else if (!state.has(way.to)) {
        state.set(way.to, 'open');
        path.push({ at: way.to, next: 0 });
      }
    }
  }
  return back;
}
