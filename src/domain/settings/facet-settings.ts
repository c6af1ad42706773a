import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { facetOrders, type FacetSetting } from '../../ports/configuration/settings.ts';
import {
  defineChoice,
  Fault,
  createFault,
  defineList,
  nameField,
  defineNumber,
  defineText,
  type Field,
} from '../contract/fields.ts';
import { defineObject, makeOptional } from '../contract/object-fields.ts';
import { listConditions } from '../rules/filter-conditions.ts';
import { defineFilter } from '../query/filter-field.ts';
import { parseFilter } from '../query/filter-grammar.ts';

const value = defineText({ lengthMax: limits.facetValueLengthMax, numbers: true, notBlank: true });
const defineValueList = (countMax: number, description: string): Field<string[]> =>
  defineList(value, { countMax, noun: 'values', distinct: true, description });

const condition = nameField(
  'FacetCondition',
  defineObject(
    {
      filters: makeOptional(
        defineFilter(
          'Conditions that the request’s `filters` must contain among its top-level AND clauses, in any notation.',
        ),
      ),
      collection: makeOptional(
        defineText({
          lengthMax: limits.collectionIdLengthMax,
          notBlank: true,
          description: 'Id of the `collection` of the request.',
        }),
      ),
    },
    { description: 'A request must match all members. Empty: always.', nullIsAbsent: true },
  ),
);

const facetSetting: Field<FacetSetting> = nameField(
  'FacetSetting',
  defineObject(
    {
      field: defineText({ lengthMax: limits.fieldNameLengthMax, notBlank: true }),
      name: makeOptional(
        defineText({
          lengthMax: limits.facetNameLengthMax,
          isName: true,
          notBlank: true,
          description: 'The name that shoppers read.',
        }),
      ),
      order: makeOptional(
        defineChoice(facetOrders, {
          description:
            'Order of the values, unless the request has one: by `count` (default), by `value`, by the first `number` in it, or by clothing `size`.',
        }),
      ),
      first: makeOptional(
        defineValueList(
          limits.facetFirstValuesMax,
          'Values that come first, in this order, where matches have them; not subject to `limit`. Not if the request has an order.',
        ),
      ),
      hiddenValues: makeOptional(
        defineValueList(limits.facetHiddenValuesMax, 'Values that are not shown, unless selected.'),
      ),
      limit: makeOptional(
        defineNumber({
          whole: true,
          min: 1,
          max: limits.facetValuesDefault,
          description: 'Maximum number of values, unless the request has one.',
        }),
      ),
      display: makeOptional(
        defineChoice(['pinned', 'hidden'], {
          description:
            'Among dynamic facets (`*`): `pinned` first, where matches have a value, or `hidden` with the fields below it.',
        }),
      ),
      when: makeOptional(condition),
    },
    { nullIsAbsent: true },
  ),
);

const sentList = defineList(facetSetting, {
  countMax: limits.facetSettingsMax,
  noun: 'facets',
  description:
    'How facets are shown, in their order: names, orders of values, hidden values. Of several with the same field, the first whose condition matches applies, or the one without a condition.',
});

export const facetSettings: Field<FacetSetting[]> = {
  ...sentList,
  read: (sent, path) => {
    const read = sentList.read(sent, path);
    if (read instanceof Fault) return read;
    const errors = [...findRepeatedFields(read, path), ...findFacetContradictions(read, path)];
    return errors.length === 0 ? read : new Fault(errors);
  },
};

/** A field must not occur twice under the same condition: the second would never apply. */
function findRepeatedFields(settings: readonly FacetSetting[], path: string): InputError[] {
  const seen = new Map<string, number>();
  return settings.flatMap(({ field, when }, i) => {
    const key = JSON.stringify([field, ...listConditionKeys(when)]);
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, i);
      return [];
    }
    const detail = `${path}[${i}].field must not be ${JSON.stringify(field)}, which ${path}[${other}] has under the same condition`;
    return [{ path: `${path}[${i}].field`, code: 'duplicate', detail }];
  });
}

function listConditionKeys({ filters, collection = '' }: NonNullable<FacetSetting['when']> = {}): string[] {
  const clauses = filters === undefined ? [] : [...listConditions(parseFilter(filters, 0))].sort();
  return [collection, ...clauses];
}

function findFacetContradictions(settings: readonly FacetSetting[], path: string): InputError[] {
  return settings.flatMap(({ first = [], hiddenValues = [] }, i) => {
    const hidden = new Set(hiddenValues.map((each) => each.toLowerCase()));
    const at = first.findIndex((each) => hidden.has(each.toLowerCase()));
    if (at < 0) return [];
    return createFault(`${path}[${i}].first[${at}]`, 'contradiction', 'a value that is not hidden').errors;
  });
}
