import { languageTag } from '../../domain/contract/language-tag.ts';
import { compileRestrictions, type Restrictions } from '../../domain/access/restrictions.ts';
import { hasScope } from '../../domain/projects/grants.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { ProjectSettings } from '../../ports/configuration/settings.ts';
import { seesPrivateFields } from './authorise.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Computes what a request sees: the fields and items of its key, with the prices, stock and texts that its parameters `values` choose. `now` is in ms
 * since 1970.
 * @throws VitrineError price_list_forbidden, invalid_request
 */
export function requestRestrictions(
  key: Caller,
  settings: ProjectSettings,
  now: number,
  values: Values,
): Restrictions {
  const sees = { privateFields: seesPrivateFields(key), prices: seesPrices(key) };
  return applyChoice(compileRestrictions(key, sees, settings, now), key, values);
}

/** The restrictions with the choice of `values`. @throws VitrineError price_list_forbidden, invalid_request */
export function applyChoice(restrictions: Restrictions, key: Caller | null, values: Values): Restrictions {
  const readText = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  const [priceList, store, tag] = [readText('priceList'), readText('store'), readText('language')];
  if (tag !== null && !languageTag.test(tag))
    throw createParameterError('language', 'format', 'a language such as `en` or `de-AT`');
  if (priceList !== null && key !== null && !seesPrices(key) && !key.priceLists.includes(priceList)) {
    const keyLists = key.priceLists.length === 0 ? 'none' : key.priceLists.join(', ');
    throw new VitrineError('price_list_forbidden', `The API key has the price lists: ${keyLists}`);
  }
  if (priceList === null && store === null && tag === null) return restrictions;
  const { configuredPrivateFields: hidden } = restrictions;
  const local = { priceList, store, languages: expandLanguageTag(tag), hidden } satisfies LocalValues;
  return { ...restrictions, local };
}

/** The names under which translations may be: the tag as sent, then its primary language. */
function expandLanguageTag(tag: string | null): string[] {
  if (tag === null) return [];
  const lower = tag.toLowerCase();
  return [...new Set([tag, lower, lower.split(/[-_]/, 1)[0]!])];
}

/** Whether the key reads items as they are stored, with all their prices. */
function seesPrices(key: Caller): boolean {
  return hasScope(key, 'private') || hasScope(key, 'items:read') || hasScope(key, 'items:write');
}
