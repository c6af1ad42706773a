import type { Json, JsonObject } from '../../ports/json.ts';
import { isRecord, objectsOf, textOf, textsOf, type ConvertedShop } from './converted-shop.ts';
import { itemOf } from './item-conversion.ts';
import { addEquivalent, addOneWay } from './synonym-conversion.ts';

/**
 * Reads a record of Elasticsearch or OpenSearch: a hit (`_id`, `_source`), a reply of `_search`, or the reply of
 * `GET /{index}/_settings`, of which synonyms count.
 */
export function convertElasticsearch(record: JsonObject, shop: ConvertedShop): void {
  const hits = isRecord(record['hits']) ? objectsOf(record['hits']['hits']) : [];
  if (hits.length > 0) for (const hit of hits) convertElasticsearch(hit, shop);
  else if (isRecord(record['_source'])) {
    // The id of the document identifies the item, also where its source has another one.
    const { id: _other, ...source } = record['_source'];
    const item = itemOf({ ...source, id: record['_id'] ?? null }, ['id'], shop);
    if (item !== null) shop.addItem(item);
  } else addSynonyms(record, shop);
}

/** Synonym rules of all token filters, wherever they are. */
function addSynonyms(value: JsonObject, shop: ConvertedShop): void {
  const kind = textOf(value['type']);
  if (kind === 'synonym' || kind === 'synonym_graph') {
    for (const rule of textsOf(value['synonyms'])) addRule(rule, shop);
    for (const name of ['synonyms_path', 'synonyms_set'])
      if (textOf(value[name]) !== null) shop.leaveOut(`synonyms in ${textOf(value[name])}`);
    return;
  }
  for (const child of Object.values(value))
    if (isRecord(child as Json)) addSynonyms(child as JsonObject, shop);
}

/** A rule in the format of Solr: `a, b` or `a, b => c, d`. */
function addRule(rule: string, shop: ConvertedShop): void {
  const [left = '', right] = rule.split('=>');
  const words = (side: string): string[] => side.split(',').map((word) => word.trim());
  if (right === undefined) addEquivalent(words(left), shop);
  else for (const from of words(left)) addOneWay(from, words(right), shop);
}
