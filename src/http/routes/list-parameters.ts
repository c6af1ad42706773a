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
    'At most `max` items with the same value of `field` within `window` consecutive positions; without `window`, in the whole list.',
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
    description: `${filters.description} In a list for an item, \`item.price\` is that item’s price: \`category:item.category AND price <= item.price\`.`,
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
      'Whether the list may contain the visitor’s purchases. Default: no for trending; for a user, if this shop’s visitors return to items; yes for other lists.',
  }),
  variants: choice({
    description: 'Variants of a product (same `groupId`): the best `one`, or `all`.',
    values: ['one', 'all'],
    fallback: 'one',
  }),
  outOfStock: choice({
    description: 'Items with `stock` 0 or less: `hide` or `show`.',
    values: ['hide', 'show'],
    fallback: 'hide',
  }),
  caps,
  diversity: share({
    description: '0: ranked by score alone; up to 1: favours items that differ from those before them.',
  }),
  rotation: share({
    description:
      'Rotation: each impression without an interaction, in lists with this parameter, reduces an item’s score by this share. An impression counts half after one day.',
  }),
  minRelevance: share({
    description: 'Minimum share of the best score. Above 0 there is no fallback, and the list may be short.',
  }),
  address: text({
    description: 'For requests of your server: the visitor’s IP address, for the rate limit. Not stored.',
    lengthMax: limits.addressLengthMax,
  }),
  context: anything({
    description: 'Context such as the page. Accepted; not used by this version.',
    schema: {},
  }),
  explain: flag({
    description:
      'Adds score components, the contribution of each source, and excluded candidates with reasons.',
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
