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
  description: 'When it acts: where all of this holds of a search. Nothing: always.',
  properties: {
    query: {
      type: ['string', 'null'],
      maxLength: limits.queryLengthMax,
      description:
        'Words of the query, compared as a search compares them: without case, accents, endings and stop words. Empty: where there are none.',
    },
    match: {
      enum: ['is', 'contains', 'starts', null],
      description: 'Whether these are all its words (unless told), stand in it side by side, or begin it.',
    },
    filters: filter(
      'Conditions that `filters` of the request must have among those that it joins with AND, however they are written.',
    ),
  },
  additionalProperties: false,
};

const ruleSchema: Schema = {
  type: 'object',
  required: ['id'],
  description: 'What is to be done to lists by hand: at least one of `pin`, `hide`, `boost` and `bury`.',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: limits.ruleIdLengthMax },
    enabled: { type: ['boolean', 'null'], description: 'False switches it off; true unless told.' },
    when: condition,
    from: time('It acts from then on. ISO 8601, in UTC where no zone is named.'),
    until: time('It acts up to then; a day or a month is the whole of it.'),
    pin: {
      type: ['array', 'null'],
      maxItems: limits.rulePinsMax,
      description: 'Items, or products, that stand at places of their own.',
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
        filter('A filter: what satisfies it is hidden.'),
      ],
      description: 'Items, or products, that are as if they were not there: by id, or by a filter.',
    },
    boost: filter('What satisfies it stands higher among items with as many of the words.'),
    bury: filter('What satisfies it stands lower.'),
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
      version: { type: 'integer', description: 'One more with each change; 0 until the first.' },
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
        description: 'What would be among as many places if no rule hid it.',
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
        description: 'Ids of the rules in force, in their order.',
      },
      warnings: ref('Warnings'),
    },
  },
};
