import { limits } from '../ports/limits.ts';

type Schema = Readonly<Record<string, unknown>>;

const itemId = { type: 'string', minLength: 1, maxLength: limits.itemIdLengthMax } as const;
const filter = (description: string): Schema => ({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: limits.filterLengthMax,
  description,
});
const time = (description: string): Schema => ({
  type: ['string', 'null'],
  pattern: '^\\d{4}-\\d{2}',
  description,
  examples: ['2026-12-24', '2026-12-24T18:00:00Z'],
});

const condition: Schema = {
  type: ['object', 'null'],
  description: 'Condition: a search must match all members. Empty: always.',
  properties: {
    query: {
      type: ['string', 'null'],
      maxLength: limits.queryLengthMax,
      description:
        'Words of the query, compared after text analysis: ignoring case, accents, inflection and stop words. Empty: searches without words.',
    },
    match: {
      enum: ['is', 'contains', 'starts', null],
      description: 'Whether these are all words of the query (default), a phrase in it, or its first words.',
    },
    filters: filter(
      'Conditions that the request’s `filters` must contain among its top-level AND clauses, in any notation.',
    ),
  },
  additionalProperties: false,
};

const ruleSchema: Schema = {
  type: 'object',
  required: ['id'],
  description: 'A rule with at least one of `pin`, `hide`, `boost` and `bury`.',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: limits.ruleIdLengthMax },
    enabled: { type: ['boolean', 'null'], description: 'False disables the rule; default: true.' },
    when: condition,
    from: time('Start, ISO 8601, in UTC without a zone.'),
    until: time('End; includes a whole day or month.'),
    pin: {
      type: ['array', 'null'],
      maxItems: limits.rulePinsMax,
      description: 'Items or products at fixed positions.',
      items: {
        type: 'object',
        required: ['id', 'position'],
        properties: {
          id: itemId,
          position: { type: 'integer', minimum: 1, maximum: limits.rulePositionMax },
        },
        additionalProperties: false,
      },
    },
    hide: {
      oneOf: [
        { type: 'array', maxItems: limits.ruleHiddenMax, items: itemId },
        filter('A filter: matching items are hidden.'),
      ],
      description: 'Hidden items or products, by id or by filter.',
    },
    boost: filter('Matching items rank higher among items with as many words.'),
    bury: filter('Matching items rank lower.'),
  },
  additionalProperties: false,
};

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const rulesRef = (name: 'Rule' | 'RulesReply' | 'RulesPreview'): Schema => ref(name);

export const rulesSchemas: Readonly<Record<string, Schema>> = {
  Rule: ruleSchema,
  RulesReply: {
    type: 'object',
    required: ['version', 'changedAt', 'rules'],
    properties: {
      version: { type: 'integer', description: 'Plus one with each change; initially 0.' },
      changedAt: { type: ['integer', 'null'] },
      rules: { type: 'array', items: ref('Rule') },
      warnings: ref('Warnings'),
    },
  },
  RulesPreview: {
    type: 'object',
    required: ['items', 'total', 'hidden', 'acting'],
    properties: {
      items: { type: 'array', items: ref('SearchItem') },
      total: { type: 'integer', description: 'Exact.' },
      hidden: {
        type: 'array',
        description: 'Items that would be on this page without hiding rules.',
        items: {
          type: 'object',
          required: ['item', 'rules'],
          properties: {
            item: ref('Item'),
            rules: {
              type: 'array',
              items: { type: 'string' },
              description: 'Ids of the rules that hide it.',
            },
          },
        },
      },
      acting: {
        type: 'array',
        items: { type: 'string' },
        description: 'Ids of the active rules, in order.',
      },
      warnings: ref('Warnings'),
    },
  },
};
