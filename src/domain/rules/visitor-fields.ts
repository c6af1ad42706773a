import { limits } from '../../ports/limits.ts';
import type { VisitorCondition } from '../../ports/search/rules.ts';
import { defineChoice, Fault, createFault, nameField, defineNumber, type Field } from '../contract/fields.ts';
import { defineObject, makeOptional } from '../contract/object-fields.ts';
import { defineFilter } from '../query/filter-field.ts';

const days = defineNumber({
  whole: true,
  min: 1,
  max: limits.visitorDaysMax,
  description: 'The number of last days, each of 24 hours, whose events count. The default is all.',
});
const visitorItems = nameField(
  'VisitorItems',
  defineObject(
    {
      filter: defineFilter('One of the items must match, as it is in the catalog now.'),
      days: makeOptional(days),
    },
    { nullIsAbsent: true },
  ),
);

function defineVisitorItems(description: string): Field<NonNullable<VisitorCondition['viewed']>> {
  const text = defineFilter('A filter: at any time.');
  return {
    schema: { description, oneOf: [text.schema, visitorItems.schema] },
    read: (value, path) =>
      typeof value === 'string' ? text.read(value, path) : visitorItems.read(value, path),
  };
}

const defineAmount = (description: string): Field<number> =>
  defineNumber({ min: 0, max: limits.spentMax, description: `${description}, in the project’s currency.` });
const spentMembers = defineObject(
  {
    min: makeOptional(defineAmount('The lowest sum')),
    max: makeOptional(defineAmount('The highest sum')),
    days: makeOptional(days),
  },
  {
    description:
      'The sum of price times quantity of the purchases, without returned items. A purchase without a price counts with that of the item when the event arrived; without any, not at all.',
    nullIsAbsent: true,
  },
);
const spent: typeof spentMembers = {
  ...spentMembers,
  read: (value, path) => {
    const read = spentMembers.read(value, path);
    if (read instanceof Fault) return read;
    const { min, max } = read;
    if (min === undefined && max === undefined)
      return createFault(path, 'required', 'an object with `min` or `max`');
    return (min ?? 0) > (max ?? Infinity)
      ? createFault(`${path}.max`, 'out_of_range', `at least ${path}.min`)
      : read;
  },
};

const members = defineObject(
  {
    viewed: makeOptional(defineVisitorItems('An item that the visitor viewed or clicked.')),
    bought: makeOptional(defineVisitorItems('An item that the visitor bought.')),
    spent: makeOptional(spent),
    is: makeOptional(
      defineChoice(['new', 'returning'], {
        description:
          '`new`: the visitor has no events before this visit; `returning`: some. A visit ends after 30 minutes without an event, or after a day.',
      }),
    ),
  },
  {
    description:
      'A condition on the events of the visitor (`user` or `session` of the request): all members must match. Never matches a request without a visitor.',
    nullIsAbsent: true,
  },
);

/** A condition on the visitor of a request. */
export const visitorCondition: Field<VisitorCondition> = nameField('VisitorCondition', {
  schema: { ...members.schema, minProperties: 1 },
  read: (value, path) => {
    const read = members.read(value, path);
    if (read instanceof Fault || Object.keys(read).length > 0) return read;
    return createFault(path, 'required', 'an object with `viewed`, `bought`, `spent` or `is`');
  },
});
