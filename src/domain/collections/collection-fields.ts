import { VitrineError } from '../../ports/errors.ts';
import type { Collection } from '../../ports/configuration/collections.ts';
import { limits } from '../../ports/limits.ts';
import { Fault, flag, list, named, text, type Field } from '../contract/fields.ts';
import { object, optional } from '../contract/object-fields.ts';
import { itemId, pins, time, userData } from '../rules/rule-fields.ts';
import { filterField } from '../query/filter-field.ts';
import { parseSort } from '../query/sort-keys.ts';

const sortKeys = list(text({ lengthMax: limits.fieldNameLengthMax + 100, notBlank: true }), {
  countMax: limits.sortKeysMax,
  noun: 'sort keys',
  description:
    'The order of the items that are neither pinned nor in `items`, in the syntax of `sort`. The default is their rank.',
});
const sort: Field<readonly string[]> = {
  ...sortKeys,
  read: (value, path) => {
    const keys = sortKeys.read(value, path);
    if (keys instanceof Fault) return keys;
    try {
      parseSort(keys);
      return keys;
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      const inCollection = path.replace(/sort$/, '');
      return new Fault(
        error.errors.map(({ path: at, code, detail }) => ({
          path: inCollection + at,
          code,
          detail: inCollection + detail,
        })),
      );
    }
  },
};

const ids = (description: string) =>
  list(itemId, { countMax: limits.collectionItemsMax, noun: 'ids', distinct: true, description });

/** The id of a collection, a part of paths. */
export const collectionId = text({
  lengthMax: limits.collectionIdLengthMax,
  inPath: true,
  notBlank: true,
  description: 'The id in URLs, and in the parameter `collection` of a search.',
});

export const collectionField: Field<Collection> = named(
  'Collection',
  object(
    {
      id: collectionId,
      name: optional(
        text({
          lengthMax: limits.resourceNameLengthMax,
          isName: true,
          description: 'The name that people read.',
        }),
      ),
      enabled: optional(flag({ description: 'Whether searches find the collection. The default is true.' })),
      from: optional(time('Start, ISO 8601; in UTC if it has no zone.')),
      until: optional(time('End; includes a whole day or month.')),
      items: optional(
        ids(
          'Items or products chosen by hand, by id. They come first, in this order, after the pinned ones.',
        ),
      ),
      filter: optional(filterField('Items that match belong to the collection.')),
      exclude: optional(ids('Items or products that do not belong to it, even if they match `filter`.')),
      pin: optional(pins('Items of the collection, or slots, at fixed positions of its page.')),
      sort: optional(sort),
      userData: optional(userData),
    },
    {
      description: 'A set of items with a page of its own, by `items`, by `filter`, or both.',
      nullIsAbsent: true,
    },
  ),
);
