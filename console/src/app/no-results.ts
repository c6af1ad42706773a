import type { QueryFigures } from '@vitrine/sdk';
import { count, counted } from '../parts/formats.ts';

type Figures = Pick<QueryFigures, 'query' | 'withoutResults' | 'filteredWithoutResults' | 'filters'>;

/** As a report names conditions without a short text. */
const otherFilter = '(other)';
const collectionFilter = /^collection:(\S+)$/;

/** Whether searches of the words alone, without a filter, found nothing as often. */
export function areWordsUnknown(
  { withoutResults, filteredWithoutResults }: Figures,
  timesMin: number,
): boolean {
  return withoutResults - filteredWithoutResults >= timesMin;
}

/** How often a query found nothing, with the filter that it had; `total`: what the words find without it, null while unknown. */
export function noResultText(figures: Figures, timesMin: number, total: number | null): string {
  const { query, withoutResults, filteredWithoutResults } = figures;
  const times = (value: number): string => counted(value, 'time');
  if (areWordsUnknown(figures, timesMin)) {
    const others = filteredWithoutResults === 0 ? '' : `, ${times(filteredWithoutResults)} with a filter`;
    return `“${query}” found nothing ${times(withoutResults)} in two weeks${others}. A synonym may help.`;
  }
  const found = `“${query}” found nothing ${times(withoutResults)} in two weeks, ${filterText(figures)}.`;
  if (total === null) return found;
  return total > 0
    ? `${found} Without it, ${count(total)} ${total === 1 ? 'item matches' : 'items match'}.`
    : `${found} Without it, nothing matches either: a synonym may help.`;
}

/** The filter of most of the searches without results. */
export function filterText({ filters, filteredWithoutResults }: Figures): string {
  const failed = filters.filter(({ withoutResults }) => withoutResults > 0);
  const first = failed[0];
  if (first === undefined || first.filter === otherFilter) return 'with a filter';
  const [, id] = collectionFilter.exec(first.filter) ?? [];
  const name = id === undefined ? `the filter ${first.filter}` : `the collection ${id}`;
  const preposition = id === undefined ? 'with' : 'in';
  return first.withoutResults === filteredWithoutResults
    ? `${preposition} ${name}`
    : `mostly ${preposition} ${name}`;
}

/** The parameters of a search in the console as shoppers had it; without the filter where it has no text. */
export function writeSearchParameters({ query, filters }: Figures): string {
  const filter = filters.find(({ withoutResults }) => withoutResults > 0)?.filter ?? '';
  const isUsable = filter !== '' && !filter.includes(otherFilter) && !/(?:^| AND )collection:/.test(filter);
  return new URLSearchParams({ q: query, ...(isUsable ? { filters: filter } : {}) }).toString();
}
