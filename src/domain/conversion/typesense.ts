import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule } from '../../ports/search/rules.ts';
import {
  isRecord,
  readObjects,
  readText,
  readTexts,
  readTime,
  type ConvertedShop,
} from './converted-shop.ts';
import { convertItem } from './item-conversion.ts';
import { addEquivalent, addOneWay } from './synonym-conversion.ts';

/**
 * Reads a record of Typesense: a document of `/collections/{name}/documents/export`, the collection itself, `synonyms` and
 * `overrides`, or sets of synonyms and curations (`items`, since version 30).
 */
export function convertTypesense(record: JsonObject, shop: ConvertedShop): void {
  const lists = ['synonyms', 'overrides', 'items'].filter((name) => readObjects(record[name]).length > 0);
  if (Array.isArray(record['fields']) && readText(record['name']) !== null) addCollection(record, shop);
  else if (isRecord(record['rule'])) addOverride(record, shop);
  else if (Array.isArray(record['synonyms']) && readTexts(record['synonyms']).length > 0)
    addSynonym(record, shop);
  else if (lists.length > 0 && !('price' in record)) {
    for (const name of lists) for (const child of readObjects(record[name])) convertTypesense(child, shop);
  } else {
    const item = convertItem(record, ['id'], shop);
    if (item !== null) shop.addItem(item);
  }
}

function addSynonym(record: JsonObject, shop: ConvertedShop): void {
  const root = readText(record['root']);
  const place = `the synonyms ${readText(record['id']) ?? ''}`.trim();
  for (const name of ['locale', 'symbols_to_index'])
    if (readText(record[name]) !== null || readTexts(record[name]).length > 0)
      shop.leaveOut(`${place}: ${name}`);
  if (root === null) addEquivalent(readTexts(record['synonyms']), place, shop);
  else addOneWay(root, readTexts(record['synonyms']), place, shop);
}

function addCollection(collection: JsonObject, shop: ConvertedShop): void {
  const { search } = shop.settings;
  const fields = readObjects(collection['fields']);
  const listNames = (matching: (field: JsonObject) => boolean): string[] =>
    fields.filter(matching).flatMap((field) => readText(field['name']) ?? []);
  const facets = listNames((field) => field['facet'] === true);
  if (facets.length > 0) search.facets = facets.map((field) => ({ field }));
  const unsearchable = listNames((field) => field['index'] === false);
  if (unsearchable.length > 0) search.unsearchableFields = unsearchable.slice(0, limits.settingsFieldsMax);
  for (const name of ['token_separators', 'symbols_to_index'])
    if (readTexts(collection[name]).length > 0)
      shop.leaveOut(`the collection: ${name} ${JSON.stringify(collection[name])}`);
  for (const field of fields)
    for (const name of ['infix', 'locale', 'embed', 'reference'])
      if (field[name] != null && field[name] !== false && field[name] !== '')
        shop.leaveOut(`the field ${readText(field['name'])}: ${name}`);
  const sorting = readText(collection['default_sorting_field']);
  if (sorting !== null) search.customRanking = [{ field: sorting, order: 'desc' }];
}

function addOverride(record: JsonObject, shop: ConvertedShop): void {
  const id = readText(record['id']) ?? '';
  const rule = record['rule'] as JsonObject;
  const query = readText(rule['query']);
  const condition = rule['filter_by'];
  const filters = condition === undefined ? null : convertFilter(condition, `the override ${id}`, shop);
  if (
    (query === null && condition === undefined) ||
    (condition !== undefined && filters === null) ||
    query?.includes('{') === true
  ) {
    shop.leaveOut(`the override ${id}: its condition`);
    return;
  }
  const pin = readObjects(record['includes']).flatMap((one) => {
    const [item, position] = [readText(one['id']), one['position']];
    return item !== null && typeof position === 'number' ? [{ id: item, position }] : [];
  });
  const hide = readObjects(record['excludes']).flatMap((one) => readText(one['id']) ?? []);
  const filter =
    record['filter_by'] === undefined ? null : convertFilter(record['filter_by'], `the override ${id}`, shop);
  const replaced = readText(record['replace_query']);
  for (const name of ['sort_by', 'remove_matched_tokens', 'filter_curated_hits', 'stop_processing'])
    if (readText(record[name]) !== null || record[name] === true)
      shop.leaveOut(`the override ${id}: ${name}`);
  if (readTexts(rule['tags']).length > 0) shop.leaveOut(`the override ${id}: tags`);
  if (replaced !== null && query === null)
    shop.leaveOut(`the override ${id}: replace_query without a query in its rule`);
  else if (replaced !== null && rule['match'] === 'contains')
    shop.leaveOut(
      `the override ${id}: other words than those of its query stay where replace_query replaces them`,
    );
  const [from, until] = [readTime(record['effective_from_ts']), readTime(record['effective_to_ts'])];
  const userData = record['metadata'];
  const actions: Partial<Rule> = {
    ...(pin.length > 0 ? { pin } : {}),
    ...(hide.length > 0 ? { hide } : {}),
    ...(filter === null ? {} : { filter }),
    ...(replaced === null || query === null ? {} : { words: { replace: [{ from: query, to: replaced }] } }),
    ...(isRecord(userData) ? { userData } : {}),
  };
  if (Object.keys(actions).length === 0) {
    shop.leaveOut(`the override ${id}: it has no action that Vitrine has`);
    return;
  }
  shop.rules.push({
    id,
    when: {
      ...(query === null ? {} : { query, match: rule['match'] === 'contains' ? 'contains' : 'is' }),
      ...(filters === null ? {} : { filters }),
    },
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...actions,
  });
}

/** Operators of Typesense and those of Vitrine, in the order of replacement. */
const operators: readonly (readonly [string, string])[] = [
  ['&&', ' AND '],
  ['||', ' OR '],
  [': ', ':'],
  [':!=', ' != '],
  [':>=', ' >= '],
  [':<=', ' <= '],
  [':>', ' > '],
  [':<', ' < '],
  [':=[', ' IN ['],
  [':[', ' IN ['],
  [':=', ':'],
  ['`', '"'],
];

/** `brand:=Acme && price:<10 && tags:=[a,b]` in the grammar of Vitrine. */
function convertFilter(value: Json, of: string, shop: ConvertedShop): string | null {
  const text = operators.reduce((all, [theirs, ours]) => all.replaceAll(theirs, ours), readText(value) ?? '');
  return shop.filter(text.split(/\s+/).join(' ').trim(), of);
}
