import { limits } from '../../ports/limits.ts';
import type {
  AlgoliaReplica,
  AlgoliaSearchDefaults,
  AlgoliaSettings,
} from '../../ports/configuration/settings.ts';
import { VitrineError } from '../../ports/errors.ts';
import {
  defineChoice,
  describeField,
  Fault,
  defineFlag,
  defineList,
  nameField,
  allowNull,
  defineNumber,
  defineText,
  type Field,
} from '../contract/fields.ts';
import { defineObject, makeOptional } from '../contract/object-fields.ts';
import { parseSort } from '../query/sort-keys.ts';
import { defineSettingsGroup } from './settings-group.ts';

const key = defineText({ lengthMax: limits.fieldNameLengthMax + 100, notBlank: true });
const keys = defineList(key, {
  countMax: limits.sortKeysMax,
  noun: 'sort keys',
  description:
    'The sort order, in the syntax of the parameter `sort` of a search, such as `price:desc`. An empty text means relevance.',
});
const sort: Field<string[]> = {
  ...keys,
  read: (value, path) => {
    const read = keys.read(value, path);
    if (read instanceof Fault) return read;
    try {
      parseSort(read);
      return read;
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      return new Fault(error.errors.map((one) => ({ ...one, path: one.path.replace(/^sort/, path) })));
    }
  },
};
const replica: Field<AlgoliaReplica> = nameField(
  'AlgoliaReplica',
  defineObject({
    name: defineText({
      lengthMax: limits.algoliaIndexNameLengthMax,
      notBlank: true,
      description: 'The index name that a client sends.',
    }),
    sort,
  }),
);
const replicas = defineList(replica, {
  countMax: limits.algoliaReplicasMax,
  noun: 'replicas',
  description: 'Index names of Algolia’s clients that stand for the project in another order.',
});

/** A member that null resets. */
const makeResettable = <T>(field: Field<T>) => makeOptional(allowNull(field));
const defineAttributes = (lengthMax: number) =>
  makeResettable(
    defineList(defineText({ lengthMax, notBlank: true }), { countMax: limits.fieldsMax, noun: 'attributes' }),
  );
const markup = makeResettable(defineText({ lengthMax: limits.algoliaMarkupLengthMax }));
const defineWholeNumber = (min: number, max: number) =>
  makeResettable(defineNumber({ whole: true, min, max }));
const searchDefaults = nameField(
  'AlgoliaSearchDefaults',
  defineObject(
    {
      attributesToHighlight: defineAttributes(limits.fieldNameLengthMax),
      attributesToRetrieve: defineAttributes(limits.fieldNameLengthMax),
      attributesToSnippet: defineAttributes(limits.fieldNameLengthMax + 10),
      distinct: defineWholeNumber(0, limits.algoliaDistinctMax),
      enableRules: makeResettable(defineFlag()),
      highlightPostTag: markup,
      highlightPreTag: markup,
      hitsPerPage: defineWholeNumber(1, limits.searchLimitMax),
      maxValuesPerFacet: defineWholeNumber(1, limits.facetValuesMax),
      paginationLimitedTo: defineWholeNumber(1, limits.searchWindowMax),
      responseFields: defineAttributes(100),
      restrictHighlightAndSnippetArrays: makeResettable(defineFlag()),
      snippetEllipsisText: markup,
      sortFacetValuesBy: makeResettable(defineChoice(['alpha', 'count'])),
    },
    {
      description:
        'Parameters of searches of Algolia’s clients that do not have them, by Algolia’s names. Null resets one.',
    },
  ),
) as Field<AlgoliaSearchDefaults>;

/** Settings for Algolia's clients. */
export const algoliaSettings = defineSettingsGroup<AlgoliaSettings>('AlgoliaSettings', {
  replicas,
  sort: describeField(
    'The sort keys of searches of Algolia’s clients by the name of the project. An empty list means relevance.',
    sort,
  ),
  searchDefaults,
  freeRecords: defineFlag({
    description:
      'Whether Algolia’s clients can write records without the required fields of an item, which get defaults: `name` is the `title` or the id, `price` null.',
  }),
});
