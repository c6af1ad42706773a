import type { Analyzer } from '../language/analyzer.ts';
import type { SynonymEntry } from '../schema/settings.ts';
import { findClosingEdges, type GraphEdge } from './cycles.ts';
import { joinStems, countPairs, listSideWords, synonymWordsMax } from './synonyms.ts';

export const synonymRulesMax = 5_000;
/** Maximum number of words in one equivalence rule, and of targets in a one-way rule. */
export const synonymSidesMax = 50;
/** Maximum number of pairs of a word and a synonym in all rules; equivalent words are pairs in both directions. */
export const synonymPairsMax = 50_000;
/** Maximum number of synonyms of one word in all rules, as each search for the word tries all of them. */
export const synonymsOfWordMax = 1_000;
export const synonymLengthMax = 128;
/** Maximum number of reported faults. */
export const synonymFaultsMax = 100;

export interface SynonymFault {
  /** The path within the list of rules: "[3].to[0]", or "" for the list. */
  path: string;
  code: 'too_many' | 'too_few' | 'no_word' | 'too_long' | 'too_many_words' | 'duplicate' | 'cycle';
  detail: string;
}

/** One side of a rule, with its path. */
interface Side {
  path: string;
  text: string;
  key: string;
}

/**
 * Returns the faults of the rules with their paths. Sides are compared by their stems, so that "Sofas" equals "sofa". Faults are
 * sides without a word or with too many, the same word twice in a rule, a pair of an earlier rule, and cycles of one-way rules.
 * Rules with an id may repeat words and form cycles: the program that owns them reads and deletes each of them by its id.
 */
export function checkSynonyms(rules: readonly SynonymEntry[], analyzer: Analyzer): SynonymFault[] {
  const faults: SynonymFault[] = [];
  const report = (path: string, code: SynonymFault['code'], detail: string): void => {
    if (faults.length < synonymFaultsMax) faults.push({ path, code, detail });
  };
  if (rules.length > synonymRulesMax) {
    report(
      '',
      'too_many',
      `There may be at most ${synonymRulesMax} synonym rules: these are ${rules.length}`,
    );
    return faults;
  }
  const pairTotal = rules.reduce((sum, rule) => sum + countPairs(rule), 0);
  if (pairTotal > synonymPairsMax) {
    const detail = `There may be at most ${synonymPairsMax} pairs of a word and a synonym in all rules: these are ${pairTotal}`;
    report('', 'too_many', detail);
    return faults;
  }
  const synonymCounts = new Map<string, number>();
  /** The rule of each pair of words in one direction. */
  const pairs = new Map<string, string>();
  const edges: SynonymEdge[] = [];
  rules.forEach((rule, i) => {
    const sides = readSides(rule, `[${i}]`, analyzer, report);
    const repeated = sides.filter(({ key }, at) => sides.findIndex((other) => other.key === key) < at);
    for (const { path, text } of rule.id === undefined ? repeated : [])
      report(path, 'duplicate', `"${text}" is already in this rule: leave it out`);
    for (const [from, to] of listPairs(rule, sides)) {
      const count = (synonymCounts.get(from.key) ?? 0) + 1;
      synonymCounts.set(from.key, count);
      if (count === synonymsOfWordMax + 1)
        report(
          from.path,
          'too_many',
          `"${from.text}" has more than ${synonymsOfWordMax} synonyms: leave some out`,
        );
      const pair = `${from.key}\n${to.key}`;
      const earlier = pairs.get(pair);
      if (earlier === undefined) pairs.set(pair, `${i}`);
      else if (earlier !== `${i}` && rule.id === undefined && rules[Number(earlier)]?.id === undefined)
        report(
          to.path,
          'duplicate',
          `Rule ${earlier} already contains "${from.text}" and "${to.text}": leave it out`,
        );
      if (rule.kind === 'oneWay' && rule.id === undefined)
        edges.push({ from: from.key, to: to.key, side: to });
    }
  });
  for (const { side } of findClosingEdges(edges)) {
    report(
      side.path,
      'cycle',
      `"${side.text}" leads back to the start of this rule: make the words equivalent`,
    );
  }
  return faults;
}

function readSides(
  rule: SynonymEntry,
  path: string,
  analyzer: Analyzer,
  report: (path: string, code: SynonymFault['code'], detail: string) => void,
): Side[] {
  const list = rule.kind === 'equivalent' ? 'words' : 'to';
  const texts = rule.kind === 'equivalent' ? rule.words : rule.to;
  const sidesMin = rule.kind === 'equivalent' ? 2 : 1;
  if (texts.length < sidesMin)
    report(`${path}.${list}`, 'too_few', `A rule needs at least ${sidesMin} here: add another word`);
  if (texts.length > synonymSidesMax)
    report(
      `${path}.${list}`,
      'too_many',
      `A rule takes at most ${synonymSidesMax} here: split it into two rules`,
    );
  const entries = texts
    .slice(0, synonymSidesMax)
    .map((text, at) => ({ text, path: `${path}.${list}[${at}]` }));
  if (rule.kind === 'oneWay') entries.unshift({ text: rule.from, path: `${path}.from` });
  const sides: Side[] = [];
  for (const { text, path: at } of entries) {
    const words = listSideWords(text.slice(0, synonymLengthMax), analyzer);
    if (text.length > synonymLengthMax)
      report(
        at,
        'too_long',
        `A word may have at most ${synonymLengthMax} characters: this has ${text.length}`,
      );
    else if (words.length === 0) report(at, 'no_word', `"${text}" has no letter or digit: enter a word`);
    else if (words.length > synonymWordsMax)
      report(at, 'too_many_words', `"${text}" has more than ${synonymWordsMax} words: shorten it`);
    else sides.push({ path: at, text, key: joinStems(words, analyzer) });
  }
  return sides;
}

/** The pairs of a rule: each word with each other one, or the first with the others. */
function listPairs(rule: SynonymEntry, sides: readonly Side[]): [Side, Side][] {
  const [from] = sides;
  if (from === undefined || (rule.kind === 'oneWay' && !from.path.endsWith('from'))) return [];
  const froms = rule.kind === 'oneWay' ? [from] : sides;
  return froms.flatMap((from) =>
    sides.filter((other) => other.key !== from.key).map((other): [Side, Side] => [from, other]),
  );
}

interface SynonymEdge extends GraphEdge {
  side: Side;
}
