import type { HitRules } from '../../../ports/search/rules.ts';
import type { HitAdjustments, LearnedItem } from '../../../ports/search/list-adjustments.ts';
import type { Confirmation } from '../../../ports/pictures/pictures.ts';
import type { HybridScore, TextRanking, WordMatch } from '../../../ports/search/text.ts';

/** Explains the position of a hit to a merchandiser: each ranking factor with its value, the most significant first. */
export function rankingReasons(ranking: TextRanking): string[] {
  const { semantic } = ranking;
  return [
    ...(semantic === undefined ? [] : semanticReasons(semantic)),
    ...(semantic?.added === true ? [] : [wordsFound(ranking)]),
    ...(ranking.matches ?? []).map(describeWeightedMatch),
    ...bonuses
      .filter(({ member }) => ranking[member] > 1)
      .map(({ member, text }) => `${text} (${times(ranking[member])})`),
    ...(ranking.popularity === 0
      ? []
      : [`Popularity ${roundToHundredths(ranking.popularity)} (tie-breaker)`]),
  ];
}

/** Explains which words of the query match and how, without weights. */
export function matchReasons(ranking: Pick<TextRanking, 'words' | 'wordsTotal' | 'matches'>): string[] {
  return [wordsFound(ranking), ...(ranking.matches ?? []).map(matchText)];
}

/** The semantic similarity, the keyword score and their combination. */
function semanticReasons({ cosine, keywordScore, fused, added }: HybridScore): string[] {
  const similarity = cosine === null ? 'No embedding yet' : `Semantic similarity ${percent(cosine)}`;
  if (added) return [`${similarity}: semantic match only`];
  return [similarity, `Keyword score ${percent(keywordScore)}`, `Combined score ${roundToHundredths(fused)}`];
}

/** The rules that pinned, boosted or buried a hit. */
export function ruleReasons(rules: HitRules | null): string[] {
  if (rules === null) return [];
  return [
    ...(rules.pinned === null ? [] : [describePin(rules.pinned)]),
    ...rules.boosts.map(({ rule, by }) =>
      rule === null
        ? 'Boosted by a value in the query'
        : `${by > 0 ? 'Boosted' : 'Buried'} by rule “${rule}”${Math.abs(by) === 1 ? '' : `, ${Math.abs(by)} steps`}`,
    ),
  ];
}

/** The identifier field that the query matches, if any. */
export function identifierReasons(field: string | null): string[] {
  return field === null ? [] : [`The query equals its \`${field}\``];
}

/** Explains the effect of clicks and the visitor's preferences on the position. */
export function adjustmentReasons(adjustments: HitAdjustments | null): string[] {
  if (adjustments === null) return [];
  const { learned, preferences, viewed, explored, position } = adjustments;
  return [
    ...(learned === null ? [] : explainLearnedFactor(learned)),
    ...preferences.map(({ value }) => `You often view ${value}`),
    ...(viewed ? ['You viewed it'] : []),
    ...(explored ? ['New item, tried out at this position'] : []),
    ...(position === null ? [] : [`Position ${position} without clicks and preferences`]),
  ];
}

/** Smaller differences are not shown. */
const shownDifferenceMin = 0.01;

function explainLearnedFactor({ ratio, factor, source }: LearnedItem): string[] {
  const difference = ratio - 1;
  if (Math.abs(difference) < shownDifferenceMin) return [];
  const share = percent(Math.abs(difference));
  const more = difference > 0 ? 'more' : 'less';
  const where = source === 'category' ? ', in searches of the same category' : '';
  return [`Clicked ${share} ${more} often than its position predicts${where} (${times(factor)})`];
}

/** That a hit comes after the items in stock. */
export function stockReasons(isLast: boolean): string[] {
  return isLast ? ['Sold out: after items in stock'] : [];
}

/** Explains a move by caps. */
export function capReasons(positionWithoutCaps: number | null): string[] {
  return positionWithoutCaps === null ? [] : [`Moved by caps from position ${positionWithoutCaps}`];
}

/** Explains how many keypoints of the picture match the photo. */
export function verificationReasons(matchedPoints: readonly unknown[] | undefined): string[] {
  return matchedPoints === undefined
    ? []
    : [`${matchedPoints.length} points of the picture are in the photo`];
}

/** Explains how many confirmed photos of other visitors count, and how much. */
export function confirmationReasons(confirmation: Confirmation | undefined): string[] {
  if (confirmation === undefined) return [];
  const { photos, bonus } = confirmation;
  return [
    `${photos} visitors chose it for their photos (similarity ${bonus < 0 ? '-' : '+'} ${roundToHundredths(Math.abs(bonus))})`,
  ];
}

export const describeCollectionPin = (collection: string): string => `Chosen in collection “${collection}”`;
export const describePin = (rule: string): string => `Pinned by rule “${rule}”`;

const bonuses = [
  { member: 'allWordsInName', text: 'All words in the name' },
  { member: 'phraseInName', text: 'Exact phrase in the name' },
  { member: 'headNounMatch', text: 'Head noun matches (product, not accessory)' },
  { member: 'categoryMatch', text: 'In a category that the query names' },
  { member: 'numbersInName', text: 'Numbers in the name' },
  { member: 'exactWordForms', text: 'Exact word forms' },
] as const;

function wordsFound({ words, wordsTotal }: Pick<TextRanking, 'words' | 'wordsTotal'>): string {
  if (wordsTotal === 1) return words === 1 ? 'The word matches' : 'The word does not match';
  if (words === wordsTotal) return `All ${wordsTotal} words match`;
  return `${words} of ${wordsTotal} words match`;
}

function matchText({ words, how, found, typos, inName }: WordMatch): string {
  return `“${words}” ${expansionText(how, found, typos)}${inName ? ' in the name' : ''}`;
}

function describeWeightedMatch(match: WordMatch): string {
  const { factor } = match;
  return `${matchText(match)}${factor === 1 ? '' : ` (${times(factor)})`}`;
}

function expansionText(how: WordMatch['how'], found: string, typos: number): string {
  switch (how) {
    case 'exact':
      return 'matches';
    case 'synonym':
      return `matches its synonym “${found}”`;
    case 'learned':
      return `is corrected to “${found}”, which visitors searched for next`;
    case 'compound':
      return `matches the compound “${found}”`;
    case 'prefix':
      return `is a prefix of “${found}”`;
    case 'typo':
      return `matches “${found}” with ${typos === 1 ? 'one typo' : `${typos} typos`}`;
    default:
      return `matches “${found}”`;
  }
}

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
const percent = (share: number): string => `${Math.round(100 * share)} %`;
const times = (factor: number): string => `× ${roundToHundredths(factor)}`;
