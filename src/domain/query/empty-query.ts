import type { TextQuery } from '../../ports/search/text.ts';

/** A search without words that returns only the total. */
export const emptyQuery: TextQuery = {
  text: '',
  facets: [],
  sort: [],
  offset: 0,
  limit: 0,
  highlight: [],
  explain: false,
  grouped: true,
  variants: 0,
};
