import type { DimensionValue, JourneyImpression } from '../../kernel/attribution/journey.ts';
import type { Impression } from '../../ports/recommendations/impression-log.ts';

/** Longer queries, and those with `@`, have no figures of their own: they may be personal data. */
const queryLengthMax = 100;
/** Longer values have no figures of their own. */
const valueLengthMax = 200;

/** An impression as attribution sees it. */
export function journeyImpression(impression: Omit<Impression, 'items'>): JourneyImpression {
  const { id, at, kind, query } = impression;
  return {
    id,
    at,
    query: kind === 'list' ? null : query,
    attempt: attemptOf(impression),
    values: valuesOf(impression),
  };
}

function attemptOf({ kind, query, collection, filters }: Omit<Impression, 'items'>): string | null {
  if (kind === 'search') return `search\0${query}`;
  return kind === 'browse' ? `browse\0${collection ?? ''}\0${filters.join('\0')}` : null;
}

function valuesOf(impression: Omit<Impression, 'items'>): DimensionValue[] {
  const { kind, query, filters, collection, rules, list, placement, device, country } = impression;
  const isReported = kind === 'search' && query.length <= queryLengthMax && !query.includes('@');
  const named: readonly (readonly [dimension: string, value: string | null])[] = [
    ['query', isReported ? query : null],
    ['collection', collection],
    ['list', list],
    ['placement', placement],
    ['device', device],
    ['country', country],
    ...filters.map((filter) => ['filter', filter] as const),
    ...rules.map((rule) => ['rule', rule] as const),
  ];
  const counted = named.filter(
    (one): one is DimensionValue => one[1] !== null && one[1] !== '' && one[1].length <= valueLengthMax,
  );
  return [['total', ''], ['channel', kind], ...counted];
}
