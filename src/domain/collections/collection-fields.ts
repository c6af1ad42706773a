import { VitrineError } from '../../ports/errors.ts';
import type { Collection } from '../../ports/configuration/collections.ts';
import { limits } from '../../ports/limits.ts';
import { Fault, defineFlag, defineList, nameField, defineText, type Field } from '../contract/fields.ts';
import { defineObject, makeOptional } from '../contract/object-fields.ts';
import { itemId, definePins, defineRuleTime, userData } from '../rules/rule-fields.ts';
import { defineFilter } from '../query/filter-field.ts';
import { parseSort } from '../query/sort-keys.ts';

const sortKeys = defineList(defineText({ lengthMax: limits.fieldNameLengthMax + 100, notBlank: true }), {
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

const defineIds = (description: string) =>
  defineList(itemId, { countMax: limits.collectionItemsMax, noun: 'ids', distinct: true, description });

/** The id of a collection, a part of paths. */
export const collectionId = defineText({
  lengthMax: limits.collectionIdLengthMax,
  inPath: true,
  notBlank: true,
  description: 'The id in URLs, and in the parameter `collection` of a search.',
});

export const collectionField: Field<Collection> = nameField(
  'Collection',
  defineObject(
    {
      id: collectionId,
      name: makeOptional(
        defineText({
          lengthMax: limits.resourceNameLengthMax,
          isName: true,
          description: 'The name that people read.',
        }),
      ),
      enabled: makeOptional(
        defineFlag({ description: 'Whether searches find the collection. The default is true.' }),
      ),
      from: makeOptional(defineRuleTime('Start, ISO 8601; in UTC if it has no zone.')),
      until: makeOptional(defineRuleTime('End; includes a whole day or month.')),
      items: makeOptional(
        defineIds(
          'Items or products chosen by hand, by id. They come first, in this order, after the pinned ones.',
        ),
      ),
      filter: makeOptional(defineFilter('Items that match belong to the collection.')),
      exclude: makeOptional(
        defineIds('Items or products that do not belong to it, even if they match `filter`.'),
      ),
      pin: makeOptional(definePins('Items of the collection, or slots, at fixed positions of its page.')),
      sort: makeOptional(sort),
      userData: makeOptional(userData),
    },
    {
      description: 'A set of items with a page of its own, by `items`, by `filter`, or both.',
      nullIsAbsent: true,
    },
  ),
);
