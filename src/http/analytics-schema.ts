import {
  component,
  extendedSchema,
  listSchema,
  objectSchema,
  type Schema,
} from '../domain/contract/schema.ts';
import { count, reply, string } from './schemas.ts';

const figures = {
  searches: count('Settled searches.'),
  withoutResults: count('Searches for which no item has all words, as typed or corrected.'),
  clicked: count('Searches followed by a click, cart event or purchase of a result.'),
  bought: count('Searches followed by a purchase of a result.'),
  clickShare: {
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description: 'Click-through rate: `clicked` divided by searches with results; null without any.',
  },
  clickPosition: {
    type: ['number', 'null'],
    minimum: 1,
    description: 'Average position of the first click, from 1.',
  },
};
const searchFigures = component('SearchFigures', objectSchema(figures));
const figuresOf = <M extends Readonly<Record<string, Schema>>>(name: string, own: M) =>
  component(name, extendedSchema(searchFigures, objectSchema(own)));
const queryFigures = figuresOf('QueryFigures', { query: string('In lower case.') });
const day = { type: 'string', format: 'date', examples: ['2026-01-31'] };

export const searchReport = reply(
  'SearchReport',
  {
    from: { ...day, description: 'First day, in UTC.' },
    to: { ...day, description: 'Last day.' },
    totals: searchFigures,
    days: listSchema(figuresOf('DayFigures', { day }), { description: 'All days, ascending.' }),
    top: listSchema(queryFigures, { description: 'Most frequent queries.' }),
    withoutResults: listSchema(queryFigures, {
      description: 'Queries with the most searches without results.',
    }),
    unclicked: listSchema(queryFigures, { description: 'Queries with the most searches without clicks.' }),
  },
  'Search analytics of a period.',
);
