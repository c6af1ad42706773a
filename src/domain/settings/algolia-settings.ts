import { limits } from '../../ports/limits.ts';
import type {
  AlgoliaReplica,
  AlgoliaSearchDefaults,
  AlgoliaSettings,
} from '../../ports/configuration/settings.ts';
import { VitrineError } from '../../ports/errors.ts';
import {
  choice,
  describe,
  Fault,
  flag,
  list,
  named,
  nullable,
  number,
  text,
  type Field,
} from '../contract/fields.ts';
import { object, optional } from '../contract/object-fields.ts';
import { parseSort } from '../query/sort-keys.ts';
import { settingsGroup } from './settings-group.ts';

const key = text({ lengthMax: limits.fieldNameLengthMax + 100, notBlank: true });
const keys = list(key, {
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
const replica: Field<AlgoliaReplica> = named(
  'AlgoliaReplica',
  object({
    name: text({
      lengthMax: limits.algoliaIndexNameLengthMax,
      notBlank: true,
      description: 'The index name that a client sends.',
    }),
    sort,
  }),
);
const replicas = list(replica, {
  countMax: limits.algoliaReplicasMax,
  noun: 'replicas',
  description: 'Index names of Algolia’s clients that stand for the project in another order.',
});

/** A member that null resets. */
const resettable = <T>(field: Field<T>) => optional(nullable(field));
const attributes = (lengthMax: number) =>
  resettable(list(text({ lengthMax, notBlank: true }), { countMax: limits.fieldsMax, noun: 'attributes' }));
const markup = resettable(text({ lengthMax: limits.algoliaMarkupLengthMax }));
const whole = (min: number, max: number) => resettable(number({ whole: true, min, max }));
const searchDefaults = named(
  'AlgoliaSearchDefaults',
  object(
    {
      attributesToHighlight: attributes(limits.fieldNameLengthMax),
      attributesToRetrieve: attributes(limits.fieldNameLengthMax),
      attributesToSnippet: attributes(limits.fieldNameLengthMax + 10),
      distinct: whole(0, limits.algoliaDistinctMax),
      enableRules: resettable(flag()),
      highlightPostTag: markup,
      highlightPreTag: markup,
      hitsPerPage: whole(1, limits.searchLimitMax),
      maxValuesPerFacet: whole(1, limits.facetValuesMax),
      paginationLimitedTo: whole(1, limits.searchWindowMax),
      responseFields: attributes(100),
      restrictHighlightAndSnippetArrays: resettable(flag()),
      snippetEllipsisText: markup,
      sortFacetValuesBy: resettable(choice(['alpha', 'count'])),
    },
    {
      description:
        'Parameters of searches of Algolia’s clients that do not have them, by Algolia’s names. Null resets one.',
    },
  ),
) as Field<AlgoliaSearchDefaults>;

/** Settings for Algolia's clients. */
export const algoliaSettings = settingsGroup<AlgoliaSettings>('AlgoliaSettings', {
  replicas,
  sort: describe(
    'The sort keys of searches of Algolia’s clients by the name of the project. An empty list means relevance.',
    sort,
  ),
  searchDefaults,
  freeRecords: flag({
    description:
      'Whether Algolia’s clients can write records without the required fields of an item, which get defaults: `name` is the `title` or the id, `price` null.',
  }),
});
