type Schema = Readonly<Record<string, unknown>>;

const share = { type: ['number', 'null'], minimum: 0, maximum: 1 } as const;
const figures = {
  searches: { type: 'integer', minimum: 0, description: 'Searches that were finished.' },
  withoutResults: {
    type: 'integer',
    minimum: 0,
    description: 'Of these, those for which no item has all words, as typed or corrected.',
  },
  clicked: {
    type: 'integer',
    minimum: 0,
    description: 'Of these, those after which something was clicked, put into a cart or bought.',
  },
  bought: { type: 'integer', minimum: 0, description: 'Of these, those after which something was bought.' },
  clickShare: {
    ...share,
    description: '`clicked` of those that found something; null where none did.',
  },
  clickPosition: {
    type: ['number', 'null'],
    minimum: 1,
    description: 'The average place, from 1, of what was first clicked.',
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
    top: queries('Queries that were searched most, the most first.'),
    withoutResults: queries('Queries that most often found no item with all their words.'),
    unclicked: queries('Queries that most often found something of which nothing was clicked.'),
    warnings: { $ref: '#/components/schemas/Warnings' },
  },
};
