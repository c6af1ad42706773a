type Schema = Readonly<Record<string, unknown>>;

const share = { type: ['number', 'null'], minimum: 0, maximum: 1 } as const;
const figures = {
  searches: { type: 'integer', minimum: 0, description: 'Settled searches.' },
  withoutResults: {
    type: 'integer',
    minimum: 0,
    description: 'Searches without a result that has all words, as typed or corrected.',
  },
  clicked: {
    type: 'integer',
    minimum: 0,
    description: 'Searches followed by a click, cart event or purchase of a result.',
  },
  bought: { type: 'integer', minimum: 0, description: 'Searches followed by a purchase of a result.' },
  clickShare: {
    ...share,
    description: 'Click-through rate: `clicked` divided by searches with results; null without any.',
  },
  clickPosition: {
    type: ['number', 'null'],
    minimum: 1,
    description: 'Average position of the first click, from 1.',
  },
} as const;
const day = { type: 'string', format: 'date', examples: ['2026-01-31'] } as const;

function figuresWith(own: Schema): Schema {
  return {
    type: 'object',
    required: [...Object.keys(own), ...Object.keys(figures)],
    properties: { ...own, ...figures },
  };
}

const queries = (description: string): Schema => ({
  type: 'array',
  description,
  items: figuresWith({ query: { type: 'string', description: 'In lower case.' } }),
});

/** A search report. */
export const searchReportSchema: Schema = {
  title: 'Search report',
  type: 'object',
  required: ['from', 'to', 'totals', 'days', 'top', 'withoutResults', 'unclicked'],
  properties: {
    from: { ...day, description: 'The first day, in UTC.' },
    to: { ...day, description: 'The last day.' },
    totals: figuresWith({}),
    days: { type: 'array', description: 'Every day, ascending.', items: figuresWith({ day }) },
    top: queries('Most frequent queries.'),
    withoutResults: queries('Queries with most searches without results.'),
    unclicked: queries('Queries with most searches without clicks.'),
    warnings: { $ref: '#/components/schemas/Warnings' },
  },
};
