import type { RecommendationPlacement } from '@vitrine/sdk';
import { sourceTexts } from '../../app/list-texts.ts';
import { describeFilter } from '../../filters/describe-filter.ts';
import { capitalized, counted } from '../../parts/formats.ts';
import { fallbacksOf } from './placement-draft.ts';

const limitDefault = 10;

/** A placement in words: "Items for the visitor, then trending items. Up to 12, in stock, at most 2 with the same brand." */
export function sentenceOf(placement: RecommendationPlacement): string {
  const { list, minRelevance = 0, fallbacks = null } = placement;
  const sources = [list, ...fallbacksOf({ list, fallbacks })].map((name) => sourceTexts[name]);
  // With a minimum relevance, no fallback fills the list.
  const joined = sources.join(minRelevance > 0 ? ', or else ' : ', then ');
  return `${capitalized(joined)}. ${capitalized(constraintsOf(placement).join(', '))}.`;
}

function constraintsOf(placement: RecommendationPlacement): string[] {
  const { limit = limitDefault, caps = [], exclude = [], bought, category, filters = '' } = placement;
  return [
    `up to ${limit}`,
    ...(category === undefined ? [] : [`in ${category}`]),
    ...(filters.trim() === '' ? [] : [`only where ${describeFilter(filters, true)}`]),
    placement.outOfStock === 'show' ? 'also sold-out items' : 'in stock',
    ...caps.map(
      ({ field, max, window }) =>
        `at most ${max} with the same ${field}${window === undefined ? '' : ` in ${window} positions`}`,
    ),
    ...(bought === undefined ? [] : [bought ? 'also purchases' : 'no purchases']),
    ...(placement.variants === 'all' ? ['all variants'] : []),
    ...((placement.diversity ?? 0) > 0 ? ['varied'] : []),
    ...((placement.rotation ?? 0) > 0 ? ['rotated'] : []),
    ...(exclude.length === 0 ? [] : [`without ${counted(exclude.length, 'item')}`]),
  ];
}
