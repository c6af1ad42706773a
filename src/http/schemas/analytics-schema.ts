import {
  addNullToSchema,
  defineComponent,
  extendSchema,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { reportDimensions } from '../../domain/analytics/revenue-report.ts';
import {
  describeCount,
  describeNumber,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from './schemas.ts';

const figures = {
  searches: describeCount('Settled searches.'),
  withoutResults: describeCount('Searches for which no item has all words, as typed or corrected.'),
  filtered: describeCount('Searches with a filter or in a collection.'),
  filteredWithoutResults: describeCount('Those of them without results: the words may find items elsewhere.'),
  clicked: describeCount('Searches followed by a click, cart event or purchase of a result.'),
  bought: describeCount('Searches followed by a purchase of a result.'),
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
const searchFigures = defineComponent('SearchFigures', defineObjectSchema(figures));
const extendFigures = <M extends Readonly<Record<string, Schema>>>(name: string, members: M) =>
  defineComponent(name, extendSchema(searchFigures, defineObjectSchema(members)));
const queryFigures = extendFigures('QueryFigures', {
  query: describeString('The query in lower case.'),
  filters: defineListSchema(
    defineObjectSchema({
      filter: describeString(
        'The condition, in the syntax of `filters`. `collection:sale` is a collection, `(other)` a condition without a short text.',
      ),
      searches: describeCount(),
      withoutResults: describeCount(),
    }),
    {
      description:
        'The three most frequent filters of the query, those with most searches without results first.',
    },
  ),
});
const day = { type: 'string', format: 'date', examples: ['2026-01-31'] };

const evidenceItem = {
  item: describeString('The `id` of the item.'),
  name: {
    type: ['string', 'null'],
    description:
      'Its name; null without one, and if names are private and the key lacks the scope `private`.',
  },
};

export const togetherReport = describeReply(
  'BoughtTogetherReport',
  {
    items: defineListSchema(
      defineComponent(
        'OrderEvidence',
        defineObjectSchema({
          ...evidenceItem,
          orders: describeCount('Orders with the item.'),
          significant: describeCount(
            'Items that are bought together with it more often than by chance, by the lower limit of the lift. At most four are counted.',
          ),
          next: addNullToSchema(
            defineObjectSchema(
              {
                ...evidenceItem,
                orders: describeCount('Further orders with both items.'),
              },
              {
                description:
                  'The item that needs the fewest further orders to be one of them; null with four, and if none needs less than a hundred.',
              },
            ),
          ),
        }),
      ),
      { description: 'The requested item, otherwise the items in the most orders.' },
    ),
  },
  'Whether lists of items bought together are made of the shop’s own orders.',
);

export const searchReport = describeReply(
  'SearchReport',
  {
    from: { ...day, description: 'First day, in UTC.' },
    to: { ...day, description: 'Last day.' },
    totals: searchFigures,
    days: defineListSchema(extendFigures('DayFigures', { day }), { description: 'All days, ascending.' }),
    top: defineListSchema(queryFigures, { description: 'Most frequent queries.' }),
    withoutResults: defineListSchema(queryFigures, {
      description: 'Queries with the most searches without results.',
    }),
    unclicked: defineListSchema(queryFigures, {
      description: 'Queries with the most searches without clicks.',
    }),
  },
  'Search analytics of a period.',
);

const rate = { type: ['number', 'null'], minimum: 0, maximum: 1, description: 'Share of `shown`.' };
const sales = {
  currency: {
    type: ['string', 'null'],
    description: 'The ISO 4217 code, or null if the project has none.',
  },
  orders: describeCount(),
  units: describeNumber(),
  revenue: describeNumber('Returns subtracted.'),
  returned: describeNumber('The returns.'),
  estimated: describeNumber('The part at prices of the catalog: the event had none.'),
};
const salesFigures = defineComponent(
  'SalesFigures',
  defineObjectSchema(sales, { description: 'All purchases in one currency.' }),
);
const currencyFigures = defineComponent(
  'CurrencyFigures',
  extendSchema(
    salesFigures,
    defineObjectSchema({
      assistedOrders: describeCount(),
      assistedRevenue: describeNumber('Returns subtracted.'),
    }),
    'Attributed purchases in one currency; `orders`, `units` and `revenue`: direct ones.',
  ),
);
const revenueFigures = defineComponent(
  'RevenueFigures',
  defineObjectSchema({
    shown: describeCount(
      'Searches and lists that were shown; further pages, and queries while typing, do not count.',
    ),
    clicked: describeCount('Those with a click, view, cart event or purchase.'),
    carted: describeCount('Those with a cart event.'),
    converted: describeCount('Those with a direct purchase.'),
    sessions: describeCount(
      'Visits in which one was shown; a visit ends after 30 minutes without any, and with the day.',
    ),
    clickRate: rate,
    cartRate: rate,
    conversionRate: rate,
    money: defineListSchema(currencyFigures, { description: 'The project’s currency first.' }),
    sales: makeSchemaOptional(
      defineListSchema(salesFigures, { description: 'All purchases, of periods and days.' }),
    ),
  }),
);
const revenuePeriod = defineComponent(
  'RevenuePeriod',
  extendSchema(revenueFigures, defineObjectSchema({ sales: defineListSchema(salesFigures) })),
);
const withBefore = <S extends Schema>(figuresSchema: S, members: Readonly<Record<string, Schema>> = {}) =>
  extendSchema(figuresSchema, defineObjectSchema({ ...members, before: figuresSchema }));

export const revenueReport = describeReply(
  'RevenueReport',
  {
    from: { ...day, description: 'First day, in UTC.' },
    to: { ...day, description: 'Last day.' },
    before: defineObjectSchema(
      { from: day, to: day },
      { description: 'The period of the same length before.' },
    ),
    openFrom: {
      type: ['string', 'null'],
      description: 'The first day whose figures can still change. Null means that nothing is counted.',
    },
    by: describeChoice(reportDimensions),
    totals: defineComponent('RevenueTotals', withBefore(revenuePeriod)),
    values: defineListSchema(
      defineComponent('RevenueValue', withBefore(revenueFigures, { value: describeString() })),
    ),
  },
  'Attribution of a period, compared with the one before.',
);

export const siteReport = describeReply('SiteReport', {
  since: { ...describeTimestamp(), description: 'The beginning of the hour that counts.' },
  pages: defineListSchema(
    defineObjectSchema({
      path: describeString('The path of the page; empty for those that are not told apart.'),
      reports: describeCount('How often the script reported it.'),
      lastAt: describeTimestamp(),
    }),
    { description: 'Pages on which the script ran, the last ones first, up to 200.' },
  ),
  events: defineListSchema(
    defineObjectSchema({
      type: describeString('The type; empty for those beyond the first 50.'),
      count: describeCount('Number of events.'),
      last: {
        ...defineObjectSchema({
          at: describeTimestamp(),
          items: defineListSchema(describeString('The `id` of an item.'), { description: 'Up to ten.' }),
        }),
        description: 'The newest one, without its visitor.',
      },
    }),
    { description: 'Events by type, the most frequent first.' },
  ),
  unknownItems: defineListSchema(
    defineObjectSchema({
      id: describeString('What events name.'),
      events: describeCount('How often.'),
      lastAt: describeTimestamp(),
    }),
    { description: 'Items of events that the catalog does not have, the most frequent first, up to 50.' },
  ),
  unknownCount: describeCount('How often events name an item that the catalog does not have.'),
});
