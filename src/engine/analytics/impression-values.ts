import type { DimensionValue, JourneyImpression } from '../../kernel/attribution/journey.ts';
import type { Impression } from '../../ports/recommendations/impression-log.ts';

/** Longer queries, and those with `@`, have no figures of their own: they may be personal data. */
const queryLengthMax = 100;
/** Longer values have no figures of their own. */
const valueLengthMax = 200;

/** Converts an impression to the form that attribution reads. */
export function createJourneyImpression(impression: Omit<Impression, 'items'>): JourneyImpression {
  const { id, at, kind, query } = impression;
  return {
    id,
    at,
    query: kind === 'list' ? null : query,
    attempt: buildAttemptKey(impression),
    values: listValues(impression),
  };
}

function buildAttemptKey({ kind, query, collection, filters }: Omit<Impression, 'items'>): string | null {
  if (kind === 'search') return `search\0${query}`;
  return kind === 'browse' ? `browse\0${collection ?? ''}\0${filters.join('\0')}` : null;
}

function listValues(impression: Omit<Impression, 'items'>): DimensionValue[] {
  const { kind, query, filters, collection, rules, list, placement, device, country } = impression;
  const isReported = kind === 'search' && query.length <= queryLengthMax && !query.includes('@');
  const entries: readonly (readonly [dimension: string, value: string | null])[] = [
    ['query', isReported ? query : null],
    ['collection', collection],
    ['list', list],
    ['placement', placement],
    ['device', device],
    ['country', country],
    ...filters.map((filter) => ['filter', filter] as const),
    ...rules.map((rule) => ['rule', rule] as const),
  ];
  const counted = entries.filter(
    (entry): entry is DimensionValue =>
      entry[1] !== null && entry[1] !== '' && entry[1].length <= valueLengthMax,
  );
  return [['total', ''], ['channel', kind], ...counted];
}
