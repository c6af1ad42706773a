import {
  component,
  extendSchema,
  listSchema,
  maybe,
  objectSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { reportDimensions } from '../../domain/analytics/revenue-report.ts';
import { count, number, oneOf, reply, string } from './schemas.ts';

const figures = {
  searches: count('Settled searches.'),
  withoutResults: count('Searches for which no item has all words, as typed or corrected.'),
  filtered: count('Searches with a filter or in a collection.'),
  filteredWithoutResults: count('Those of them without results: the words may find items elsewhere.'),
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
const extendFigures = <M extends Readonly<Record<string, Schema>>>(name: string, members: M) =>
  component(name, extendSchema(searchFigures, objectSchema(members)));
const queryFigures = extendFigures('QueryFigures', {
  query: string('The query in lower case.'),
  filters: listSchema(
    objectSchema({
      filter: string(
        'The condition, in the syntax of `filters`. `collection:sale` is a collection, `(other)` a condition without a short text.',
      ),
      searches: count(),
      withoutResults: count(),
    }),
    {
      description:
        'The three most frequent filters of the query, those with most searches without results first.',
    },
  ),
});
const day = { type: 'string', format: 'date', examples: ['2026-01-31'] };

export const searchReport = reply(
  'SearchReport',
  {
    from: { ...day, description: 'First day, in UTC.' },
    to: { ...day, description: 'Last day.' },
    totals: searchFigures,
    days: listSchema(extendFigures('DayFigures', { day }), { description: 'All days, ascending.' }),
    top: listSchema(queryFigures, { description: 'Most frequent queries.' }),
    withoutResults: listSchema(queryFigures, {
      description: 'Queries with the most searches without results.',
    }),
    unclicked: listSchema(queryFigures, { description: 'Queries with the most searches without clicks.' }),
  },
  'Search analytics of a period.',
);

const rate = { type: ['number', 'null'], minimum: 0, maximum: 1, description: 'Share of `shown`.' };
const sales = {
  currency: {
    type: ['string', 'null'],
    description: 'The ISO 4217 code, or null if the project has none.',
  },
  orders: count(),
  units: number(),
  revenue: number('Returns subtracted.'),
  returned: number('The returns.'),
  estimated: number('The part at prices of the catalog: the event had none.'),
};
const salesFigures = component(
  'SalesFigures',
  objectSchema(sales, { description: 'All purchases in one currency.' }),
);
const currencyFigures = component(
  'CurrencyFigures',
  extendSchema(
    salesFigures,
    objectSchema({ assistedOrders: count(), assistedRevenue: number('Returns subtracted.') }),
    'Attributed purchases in one currency; `orders`, `units` and `revenue`: direct ones.',
  ),
);
const revenueFigures = component(
  'RevenueFigures',
  objectSchema({
    shown: count(
      'Searches and lists that were shown; further pages, and queries while typing, do not count.',
    ),
    clicked: count('Those with a click, view, cart event or purchase.'),
    carted: count('Those with a cart event.'),
    converted: count('Those with a direct purchase.'),
    sessions: count(
      'Visits in which one was shown; a visit ends after 30 minutes without any, and with the day.',
    ),
    clickRate: rate,
    cartRate: rate,
    conversionRate: rate,
    money: listSchema(currencyFigures, { description: 'The project’s currency first.' }),
    sales: maybe(listSchema(salesFigures, { description: 'All purchases, of periods and days.' })),
  }),
);
const revenuePeriod = component(
  'RevenuePeriod',
  extendSchema(revenueFigures, objectSchema({ sales: listSchema(salesFigures) })),
);
const withBefore = <S extends Schema>(figuresSchema: S, members: Readonly<Record<string, Schema>> = {}) =>
  extendSchema(figuresSchema, objectSchema({ ...members, before: figuresSchema }));

export const revenueReport = reply(
  'RevenueReport',
  {
    from: { ...day, description: 'First day, in UTC.' },
    to: { ...day, description: 'Last day.' },
    before: objectSchema({ from: day, to: day }, { description: 'The period of the same length before.' }),
    openFrom: {
      type: ['string', 'null'],
      description: 'The first day whose figures can still change. Null means that nothing is counted.',
    },
    by: oneOf(reportDimensions),
    totals: component('RevenueTotals', withBefore(revenuePeriod)),
    values: listSchema(component('RevenueValue', withBefore(revenueFigures, { value: string() }))),
  },
  'Attribution of a period, compared with the one before.',
);
