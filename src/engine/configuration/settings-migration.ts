import type { StoredSettings } from '../../ports/configuration/settings.ts';

/** Names of search settings before 0.2.0, by path; the path of a group's member has a dot. */
const renamed: Readonly<Record<string, string>> = {
  allWordsAtLeast: 'typoThreshold',
  listedAtLeast: 'dropWordsThreshold',
  meaning: 'semantic',
  'ranking.productItself': 'headNounMatch',
  'ranking.writtenTheSame': 'exactWordForms',
  shop: 'customRanking',
  textEqualWithin: 'textScoreTolerance',
  'typos.offFields': 'disabledFields',
  'typos.offWords': 'disabledWords',
  'typos.oneFrom': 'minLengthOneTypo',
  'typos.twoFrom': 'minLengthTwoTypos',
  unsearched: 'unsearchableFields',
  whenNothingFound: 'zeroResultsFallback',
};

type Members = Readonly<Record<string, unknown>>;

/** Stored settings of any version under the current names. */
export function migrateSettings(stored: StoredSettings): StoredSettings {
  const { search } = stored.changes;
  if (search === undefined) return stored;
  const migrated = withNewNames(search, '');
  if (migrated['zeroResultsFallback'] === 'nothing') migrated['zeroResultsFallback'] = 'none';
  const { criteria } = migrated;
  if (Array.isArray(criteria))
    migrated['criteria'] = criteria.map((name) => (name === 'productItself' ? 'headNounMatch' : name));
  return { ...stored, changes: { ...stored.changes, search: migrated } };
}

function withNewNames(members: Members, path: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const isGroup = path === '' && (name === 'ranking' || name === 'typos');
      const migrated = isGroup ? withNewNames(value as Members, `${name}.`) : value;
      return [renamed[path + name] ?? name, migrated];
    }),
  );
}
