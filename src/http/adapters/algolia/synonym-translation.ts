import { hash } from 'node:crypto';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { addSynonym, synonymKinds } from '../../../domain/conversion/algolia.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { SynonymRule } from '../../../ports/configuration/settings.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import { ReceivedShop } from './received-shop.ts';
import type { RecordPlace, SavedRecord } from './resource-operations.ts';

/** The id of synonyms; of those without one, a hash of their words. */
export function formatSynonymId(rule: SynonymRule): string {
  return rule.id ?? hash('sha256', JSON.stringify(rule)).slice(0, 16);
}

function isTextList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Synonyms as Algolia's clients read them. */
export function formatSynonym(rule: SynonymRule): JsonObject {
  const objectID = formatSynonymId(rule);
  if (rule.kind === 'equivalent') return { objectID, type: 'synonym', synonyms: rule.words };
  return { objectID, type: 'oneWaySynonym', input: rule.from, synonyms: rule.to };
}

/**
 * Translates synonyms that a client sends. Returns null if a record of a batch has no counterpart; the shop keeps the reason.
 * @throws VitrineError invalid_request
 */
export function translateSynonym(
  input: Json,
  { id, path, shop: batch }: RecordPlace,
): SavedRecord<SynonymRule> | null {
  const record = isObject(input) ? input : {};
  const objectID = id ?? record['objectID'];
  if (typeof objectID !== 'string' || objectID === '' || objectID.length > limits.synonymIdLengthMax)
    throw createParameterError(
      `${path}objectID`,
      'format',
      `a text of up to ${limits.synonymIdLengthMax} characters`,
    );
  const kind = typeof record['type'] === 'string' ? record['type'].toLowerCase() : '';
  if (!synonymKinds.includes(kind))
    throw createParameterError(
      `${path}type`,
      'not_allowed',
      '"synonym", "oneWaySynonym" or an alternative correction',
    );
  for (const name of ['synonyms', 'corrections'])
    if (record[name] != null && !isTextList(record[name]))
      throw createParameterError(path + name, 'type', 'a list of texts');
  const shop = new ReceivedShop();
  addSynonym({ ...record, objectID }, shop);
  const [rule] = shop.synonyms;
  if (rule === undefined || shop.leftOut.size > 0) {
    const why = [...shop.leftOut.keys()][0] ?? `the synonyms ${objectID}: fewer than two words`;
    if (id !== null)
      throw createParameterError(
        `${path}synonyms`,
        'not_allowed',
        `two-way or one-way synonyms, unlike ${why}`,
      );
    batch.leaveOut(why);
    return null;
  }
  return { id: objectID, mergeInto: () => ({ id: objectID, ...rule }) };
}
