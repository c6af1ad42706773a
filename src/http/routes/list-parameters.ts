import { isPrivate } from '../../domain/access/restrictions.ts';
import type { RecommendationOptions } from '../../domain/recommend/recommend.ts';
import type { Cap } from '../../domain/recommend/list-constraints.ts';
import { hiddenItems } from '../../domain/rules/active-rules.ts';
import { limits } from '../../ports/limits.ts';
import {
  anything,
  choice,
  Fault,
  flag,
  integer,
  optionalFlag,
  requiredText,
  share,
  text,
  textList,
  type Parameter,
} from '../parameters.ts';
import { fields, filterOf, filters, projectAsIndex, type FilterCall } from './common.ts';

const windowMax = limits.recommendLimitMax;
const fieldName = requiredText({ description: '', lengthMax: limits.fieldNameLengthMax });

/** `[{field, max, window}]`, fully validated. */
const caps: Parameter<Cap[]> = {
  description:
    'At most `max` items with the same value of `field` among any `window` places in a row (left out: in the whole list).',
  required: false,
  aliases: [],
  fallback: [],
  schema: {
    type: 'array',
    maxItems: limits.listCapsMax,
    items: {
      type: 'object',
      required: ['field', 'max'],
      additionalProperties: false,
      properties: {
        field: { type: 'string', minLength: 1, maxLength: limits.fieldNameLengthMax },
        max: { type: 'integer', minimum: 1, maximum: limits.recommendLimitMax },
        window: { type: 'integer', minimum: 2, maximum: windowMax },
      },
    },
  },
  read: (value, path) => {
    if (!Array.isArray(value)) return new Fault(path, 'type', 'a list of {field, max, window}');
    if (value.length > limits.listCapsMax)
      return new Fault(path, 'too_many', `at most ${limits.listCapsMax} caps, not ${value.length}`);
    const read: Cap[] = [];
    for (const [at, one] of value.entries()) {
      const cap = capOf(one, `${path}[${at}]`);
      if (cap instanceof Fault) return cap;
      read.push(cap);
    }
    return read;
  },
};

function capOf(value: unknown, path: string): Cap | Fault {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return new Fault(path, 'type', '{field, max, window}');
  const { field, max, window = windowMax, ...others } = value as Record<string, unknown>;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    return new Fault(`${path}.${unknown.slice(0, 100).toWellFormed()}`, 'unknown', 'left out');
  const name =
    field === undefined
      ? new Fault(`${path}.field`, 'required', 'sent')
      : fieldName.read(field, `${path}.field`);
  if (name instanceof Fault) return name;
  if (!isWhole(max, 1))
    return new Fault(`${path}.max`, 'out_of_range', `a whole number from 1 to ${windowMax}`);
  if (!isWhole(window, 2))
    return new Fault(`${path}.window`, 'out_of_range', `a whole number from 2 to ${windowMax}`);
  return { field: name, max, window };
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= windowMax;
}

/** Parameters of all lists. */
export const listParameters = {
  index: projectAsIndex,
  limit: integer({
    description: 'Items to obtain.',
    min: 1,
    max: limits.recommendLimitMax,
    fallback: limits.recommendLimitDefault,
  }),
  filters: {
    ...filters,
    description: `${filters.description} In a list about an item, \`item.price\` is that item’s price: \`category:item.category AND price <= item.price\`.`,
  },
  fields,
  exclude: textList({
    description: 'Ids that must not appear.',
    countMax: limits.excludeMax,
    lengthMax: limits.itemIdLengthMax,
    commas: false,
  }),
  bought: optionalFlag({
    description:
      'Whether items that the visitor bought may appear. Left out, as it suits the list: not in what is trending, for a user where this shop’s visitors come back to things, in all others.',
  }),
  variants: choice({
    description: 'Of the variants of one product (the same `groupId`), the best `one` or `all`.',
    values: ['one', 'all'],
    fallback: 'one',
  }),
  outOfStock: choice({
    description: 'Items with a `stock` of 0 or less: `hide` or `show`.',
    values: ['hide', 'show'],
    fallback: 'hide',
  }),
  caps,
  diversity: share({
    description:
      '0: by score alone; up to 1: the more unlike those before it an item is, the better its place.',
  }),
  rotation: share({
    description:
      'What was shown to the visitor by a request with this, and not taken up since, loses this share of its score each time. A showing counts half after a day.',
  }),
  minRelevance: share({
    description:
      'The share of the best score that an item must reach. Above 0 the list may be short: nothing fills it up.',
  }),
  address: text({
    description:
      'Where your server asks for a visitor: the address they came from. It is not kept: it counts for the rate of that address.',
    lengthMax: limits.addressLengthMax,
  }),
  context: anything({
    description: 'What the shop knows of the moment, such as the page. Taken; this version does not use it.',
    schema: {},
  }),
  explain: flag({
    description: 'Adds the numbers behind each place, what each source gave, and what was left out and why.',
    fallback: false,
  }),
};

export interface ListInput {
  index: string;
  limit: number;
  filters: string | null;
  fields: string[] | null;
  exclude: string[];
  bought: boolean | null;
  variants: 'one' | 'all';
  outOfStock: 'hide' | 'show';
  caps: Cap[];
  diversity: number;
  rotation: number;
  minRelevance: number;
  address: string | null;
  context: unknown;
  explain: boolean;
}

export function recommendationOptions(
  input: ListInput,
  { project, warnings, restrictions }: FilterCall,
  now: number,
): RecommendationOptions {
  const {
    limit,
    filters: text,
    exclude,
    bought,
    caps: all,
    diversity,
    rotation,
    minRelevance,
    explain,
  } = input;
  return {
    limit,
    filter: (about) => filterOf(text, now, { project, warnings, restrictions }, about),
    hidden: (filter) => hiddenItems(project, { text: null, filter }, now),
    exclude,
    soldOut: input.outOfStock === 'show',
    bought,
    shape: {
      oneVariant: input.variants === 'one',
      caps: all.filter(({ field }) => !isPrivate(restrictions, field)),
      diversity,
      privateFields: restrictions.privateFields,
      minRelevance,
    },
    rotation,
    explain,
    restrictions,
  };
}
