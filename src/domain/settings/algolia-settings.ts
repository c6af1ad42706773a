import { limits } from '../../ports/limits.ts';
import type { AlgoliaReplica, AlgoliaSettings } from '../../ports/settings.ts';
import { VitrineError } from '../../ports/errors.ts';
import { Fault, flag, list, named, text, type Field } from '../contract/fields.ts';
import { object } from '../contract/object-fields.ts';
import { parseSort } from '../search/query/sort-keys.ts';
import { settingsGroup } from './settings-group.ts';

const key = text({ lengthMax: limits.fieldNameLengthMax + 100, notBlank: true });
const keys = list(key, {
  countMax: limits.sortKeysMax,
  noun: 'sort keys',
  description: 'As in the parameter `sort` of a search: `price:desc`; empty: by relevance.',
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

/** What Algolia's clients can use. */
export const algoliaSettings = settingsGroup<AlgoliaSettings>('AlgoliaSettings', {
  replicas,
  freeRecords: flag({
    description:
      'Whether Algolia’s clients can write records without the required fields of an item, which get defaults: `name` is the `title` or the id, `price` null.',
  }),
});
