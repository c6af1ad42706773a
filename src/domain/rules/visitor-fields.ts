import { limits } from '../../ports/limits.ts';
import type { VisitorCondition } from '../../ports/search/rules.ts';
import { choice, Fault, fault, named, number, type Field } from '../contract/fields.ts';
import { object, optional } from '../contract/object-fields.ts';
import { filterField } from '../query/filter-field.ts';

const days = number({
  whole: true,
  min: 1,
  max: limits.visitorDaysMax,
  description: 'The number of last days, each of 24 hours, whose events count. The default is all.',
});
const visitorItems = named(
  'VisitorItems',
  object(
    {
      filter: filterField('One of the items must match, as it is in the catalog now.'),
      days: optional(days),
    },
    { nullIsAbsent: true },
  ),
);

function itemsField(description: string): Field<NonNullable<VisitorCondition['viewed']>> {
  const text = filterField('A filter: at any time.');
  return {
    schema: { description, oneOf: [text.schema, visitorItems.schema] },
    read: (value, path) =>
      typeof value === 'string' ? text.read(value, path) : visitorItems.read(value, path),
  };
}

const amount = (description: string): Field<number> =>
  number({ min: 0, max: limits.spentMax, description: `${description}, in the project’s currency.` });
const spentMembers = object(
  { min: optional(amount('The lowest sum')), max: optional(amount('The highest sum')), days: optional(days) },
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
      return fault(path, 'required', 'an object with `min` or `max`');
    return (min ?? 0) > (max ?? Infinity)
      ? fault(`${path}.max`, 'out_of_range', `at least ${path}.min`)
      : read;
  },
};

const members = object(
  {
    viewed: optional(itemsField('An item that the visitor viewed or clicked.')),
    bought: optional(itemsField('An item that the visitor bought.')),
    spent: optional(spent),
    is: optional(
      choice(['new', 'returning'], {
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
export const visitorCondition: Field<VisitorCondition> = named('VisitorCondition', {
  schema: { ...members.schema, minProperties: 1 },
  read: (value, path) => {
    const read = members.read(value, path);
    if (read instanceof Fault || Object.keys(read).length > 0) return read;
    return fault(path, 'required', 'an object with `viewed`, `bought`, `spent` or `is`');
  },
});
