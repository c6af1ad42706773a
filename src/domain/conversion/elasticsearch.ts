import type { JsonObject } from '../../ports/catalog/json.ts';
import { isRecord, readObjects, readText, readTexts, type ConvertedShop } from './converted-shop.ts';
import { convertItem } from './item-conversion.ts';
import { addEquivalent, addOneWay } from './synonym-conversion.ts';

/**
 * Reads a record of Elasticsearch or OpenSearch: a hit (`_id`, `_source`), a reply of `_search`, or the reply of
 * `GET /{index}/_settings`, of which synonyms count.
 */
export function convertElasticsearch(record: JsonObject, shop: ConvertedShop): void {
  const hits = isRecord(record['hits']) ? readObjects(record['hits']['hits']) : [];
  if (hits.length > 0) for (const hit of hits) convertElasticsearch(hit, shop);
  else if (isRecord(record['_source'])) {
    // The id of the document identifies the item, also where its source has another one.
    const { id: _other, ...source } = record['_source'];
    const item = convertItem({ ...source, id: record['_id'] ?? null }, ['id'], shop);
    if (item !== null) shop.addItem(item);
  } else addSynonyms(record, '', shop);
}

/** Synonym rules of all token filters, wherever they are, and of a set of `GET /_synonyms/{set}`. */
function addSynonyms(value: JsonObject, place: string, shop: ConvertedShop): void {
  for (const [at, rule] of readObjects(value['synonyms_set']).entries())
    addRule(readText(rule['synonyms']) ?? '', `synonyms_set ${readText(rule['id']) ?? at}`, shop);
  const kind = readText(value['type']);
  if (kind === 'synonym' || kind === 'synonym_graph') {
    const format = readText(value['format']);
    if (format !== null && format !== 'solr') shop.leaveOut(`${place}: the format ${format}`);
    else
      for (const [at, rule] of readTexts(value['synonyms']).entries())
        addRule(rule, `${place}.synonyms[${at}]`, shop);
    for (const name of ['synonyms_path', 'synonyms_set'])
      if (readText(value[name]) !== null) shop.leaveOut(`${place}: synonyms in ${readText(value[name])}`);
    return;
  }
  if (kind !== null && /\banalysis\.(?:filter|char_filter|tokenizer|normalizer)\.[^.]+$/.test(place)) {
    shop.leaveOut(`${place}: the type ${kind}`);
    return;
  }
  for (const [name, child] of Object.entries(value))
    if (isRecord(child)) addSynonyms(child, place === '' ? name : `${place}.${name}`, shop);
}

/** A rule in the format of Solr: `a, b` or `a, b => c, d`; `\,` is a comma of a word, and `#` begins a comment. */
function addRule(rule: string, place: string, shop: ConvertedShop): void {
  if (rule.trim() === '' || rule.trimStart().startsWith('#')) return;
  const [left = '', right] = rule.split('=>');
  const listWords = (side: string): string[] =>
    side.split(/(?<!\\),/).map((word) => word.replaceAll(/\\(.)/g, '$1').trim());
  if (right === undefined) addEquivalent(listWords(left), place, shop);
  else for (const from of listWords(left)) addOneWay(from, listWords(right), place, shop);
}
