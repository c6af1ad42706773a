import type { HitRules } from '../../../ports/rules.ts';
import type { HybridScore, TextRanking, WordMatch } from '../../../ports/text.ts';

/**
 * The place of a hit in a merchandiser's words: what decided, in the order in which it decides, each with the factor that it
 * brought.
 */
export function rankingReasons(ranking: TextRanking): string[] {
  const { meaning } = ranking;
  return [
    ...(meaning === undefined ? [] : meaningReasons(meaning)),
    ...(meaning?.added === true ? [] : [wordsFound(ranking)]),
    ...(ranking.matches ?? []).map(matchText),
    ...bonuses
      .filter(({ member }) => ranking[member] > 1)
      .map(({ member, text }) => `${text} (${times(ranking[member])})`),
    ...(ranking.rank === 0 ? [] : [`Popularity ${rounded(ranking.rank)}, between equal matches`]),
  ];
}

/** Both halves of a place that words and meaning decided, and what they are together. */
function meaningReasons({ cosine, words, fused, added }: HybridScore): string[] {
  const near =
    cosine === null ? 'What it means is not known yet' : `What it means is ${percent(cosine)} alike`;
  if (added) return [`${near}: found by that alone`];
  return [near, `The words it has count ${percent(words)}`, `Together ${rounded(fused)}`];
}

/** What rules did to the place of a hit; nothing where none acted. */
export function ruleReasons(rules: HitRules | null): string[] {
  if (rules === null) return [];
  return [
    ...(rules.pinned === null ? [] : [pinnedBy(rules.pinned)]),
    ...rules.boosts.map(({ rule, by }) => `Moved ${by > 0 ? 'up' : 'down'} by rule “${rule}”`),
  ];
}

/** That the query is a value of the field, which names the item; nothing where it is none. */
export function identifierReasons(field: string | null): string[] {
  return field === null ? [] : [`The query is its \`${field}\``];
}

export const pinnedBy = (rule: string): string => `Pinned by rule “${rule}”`;

const bonuses = [
  { member: 'allWordsInName', text: 'All words are in the name' },
  { member: 'phraseInName', text: 'They stand there together, in this order' },
  { member: 'productItself', text: 'It is the product itself, not something for it' },
  { member: 'numbersInName', text: 'The numbers are in the name' },
  { member: 'writtenTheSame', text: 'Written as in the query' },
] as const;

function wordsFound({ words, wordsTotal }: TextRanking): string {
  if (wordsTotal === 1) return words === 1 ? 'The word is found' : 'The word is not found';
  if (words === wordsTotal) return `All ${wordsTotal} words are found`;
  return `${words} of ${wordsTotal} words are found`;
}

function matchText({ words, how, found, typos, factor, inName }: WordMatch): string {
  const place = inName ? ' in the name' : '';
  const counted = factor === 1 ? '' : ` (${times(factor)})`;
  return `“${words}” is ${manner(how, found, typos)}${place}${counted}`;
}

function manner(how: WordMatch['how'], found: string, typos: number): string {
  switch (how) {
    case 'exact':
      return 'found';
    case 'synonym':
      return `found as its synonym “${found}”`;
    case 'compound':
      return `part of “${found}”`;
    case 'joined':
    case 'split':
      return `written “${found}”`;
    case 'prefix':
      return `the beginning of “${found}”`;
    case 'typo':
      return `taken for “${found}”, ${typos === 1 ? 'one typo' : `${typos} typos`} away`;
    default:
      return `found as “${found}”`;
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const percent = (share: number): string => `${Math.round(100 * share)} %`;
const times = (factor: number): string => `× ${rounded(factor)}`;
