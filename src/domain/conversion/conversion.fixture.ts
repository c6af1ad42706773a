import assert from 'node:assert/strict';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { listErrorsAt } from '../contract/fields.ts';
import { ruleList } from '../rules/rule-fields.ts';
import { settingsGroups } from '../settings/change-settings.ts';
import { ConvertedShop } from './converted-shop.ts';
import { converters } from './converters.ts';
import { textAnalysis } from '../../text-analysis.ts';

/** Converts records of files, and checks that Vitrine accepts the settings and rules. */
export function converted(
  from: string,
  files: Readonly<Record<string, readonly JsonObject[]>>,
): { items: JsonObject[]; shop: ConvertedShop; leftOut: string[] } {
  const items: JsonObject[] = [];
  const shop = new ConvertedShop((item) => items.push(item));
  for (const [file, records] of Object.entries(files))
    for (const record of records) converters[from]!(record, shop, file);
  shop.finish(textAnalysis);
  const { search = {}, items: itemSettings = {} } = shop.createSettingsBody();
  assert.deepEqual(listErrorsAt(settingsGroups.search.changes, search, 'search'), []);
  assert.deepEqual(listErrorsAt(settingsGroups.items.changes, itemSettings, 'items'), []);
  assert.deepEqual(listErrorsAt(ruleList, shop.rules, 'rules'), []);
  for (const item of items) assert.ok(typeof item['id'] === 'string' && typeof item['name'] === 'string');
  return { items, shop, leftOut: [...shop.leftOut.keys()] };
}
