import type { JsonObject } from '../../ports/catalog/json.ts';
import { addSettings, readReplicaSort } from './algolia-index-settings.ts';
import { convertAlgoliaRule } from './algolia-rules.ts';
import { isRecord, readObjects, readText, readTexts, type ConvertedShop } from './converted-shop.ts';
import { convertItem } from './item-conversion.ts';
import { addEquivalent, addOneWay } from './synonym-conversion.ts';

/**
 * Reads a record of Algolia: of `objects browse`, `synonyms browse`, `rules browse`, `settings get`, or a file of
 * `indices config export` with all three.
 */
export function convertAlgolia(record: JsonObject, shop: ConvertedShop, file = ''): void {
  if (isRecord(record['settings']) || Array.isArray(record['rules']) || Array.isArray(record['synonyms'])) {
    if (!('objectID' in record)) {
      if (isRecord(record['settings'])) addIndexSettings(record['settings'], shop, file);
      for (const rule of readObjects(record['rules'])) convertAlgolia(rule, shop);
      for (const synonym of readObjects(record['synonyms'])) convertAlgolia(synonym, shop);
      return;
    }
  }
  if (isRecord(record['consequence'])) {
    const rule = convertAlgoliaRule(record, shop);
    if (rule !== null) shop.rules.push(rule);
  } else if (isSynonym(record)) addSynonym(record, shop);
  else if ('objectID' in record) {
    const item = convertItem(record, ['objectID'], shop);
    if (item !== null) shop.addItem(item);
  } else addIndexSettings(record, shop, file);
}

function addIndexSettings(settings: JsonObject, shop: ConvertedShop, file: string): void {
  if (readText(settings['primary']) !== null) return addReplica(settings, shop, file);
  shop.primarySettings = settings;
  addSettings(settings, shop);
}

/** Types of synonyms, in lower case. */
export const synonymKinds = ['synonym', 'onewaysynonym', 'altcorrection1', 'altcorrection2', 'placeholder'];

function isSynonym(record: JsonObject): boolean {
  const isOfKind = synonymKinds.includes((readText(record['type']) ?? '').toLowerCase());
  return isOfKind && ['synonyms', 'corrections', 'replacements'].some((name) => Array.isArray(record[name]));
}

/** Adds a record of `synonyms browse`. */
export function addSynonym(record: JsonObject, shop: ConvertedShop): void {
  const kind = (readText(record['type']) ?? '').toLowerCase();
  const place = `the synonyms ${readText(record['objectID']) ?? ''}`.trim();
  if (kind === 'synonym') addEquivalent(readTexts(record['synonyms']), place, shop);
  else if (kind === 'onewaysynonym')
    addOneWay(readText(record['input']) ?? '', readTexts(record['synonyms']), place, shop);
  else if (kind.startsWith('altcorrection'))
    addOneWay(readText(record['word']) ?? '', readTexts(record['corrections']), place, shop);
  else shop.leaveOut(`${place}: the type placeholder`);
}

/** The settings of a replica, whose name is that of the file. */
function addReplica(settings: JsonObject, shop: ConvertedShop, file: string): void {
  const stem = file
    .replace(/\.gz$/, '')
    .replace(/\.\w*json$/, '')
    .replace(/[-_.]?settings[-_.]?/, '');
  const sort = readReplicaSort(settings);
  const keys = Object.keys(settings).filter(
    (name) => !['ranking', 'customRanking', 'primary'].includes(name),
  );
  shop.addFinalTask(() => {
    const names = [...shop.replicas.keys()].toSorted((one, other) => other.length - one.length);
    const name = names.find((one) => one === stem) ?? names.find((one) => stem.includes(one)) ?? stem;
    if (name === '')
      return shop.leaveOut(`the settings of a replica in ${file}: name the file as the replica`);
    shop.replicas.set(name, sort);
    const primary = shop.primarySettings;
    const ownKeys = keys.filter(
      (key) => JSON.stringify(settings[key]) !== JSON.stringify(primary[key] ?? null),
    );
    for (const key of ownKeys) shop.leaveOut(`the replica ${name}: its own ${key}`);
  });
}
