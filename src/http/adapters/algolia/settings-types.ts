import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';

interface SettingType {
  readonly accepts: (value: Json) => boolean;
  /** What it accepts, for errors. */
  readonly expected: string;
}

/** `countMax` limits lists that the translation would cut. The settings themselves limit the others. */
function defineTexts(example: string, pattern = /./, countMax = Number.POSITIVE_INFINITY): SettingType {
  return {
    accepts: (value) =>
      Array.isArray(value) &&
      value.length <= countMax &&
      value.every((one) => typeof one === 'string' && pattern.test(one)),
    expected: `a list of ${countMax === Number.POSITIVE_INFINITY ? '' : `at most ${countMax} `}texts such as "${example}"`,
  };
}

const attributes = defineTexts('brand');
const languages = defineTexts('en', /./, limits.settingsLanguagesMax);
const text: SettingType = { accepts: (value) => typeof value === 'string', expected: 'a text' };
const flag: SettingType = { accepts: (value) => typeof value === 'boolean', expected: 'true or false' };
const number: SettingType = { accepts: (value) => typeof value === 'number', expected: 'a number' };

/** Settings with an effect: a value of another type must not reset one. */
const types: ReadonlyMap<string, SettingType> = new Map([
  ['searchableAttributes', attributes],
  ['attributesForFaceting', attributes],
  ['unretrievableAttributes', attributes],
  ['disableTypoToleranceOnAttributes', attributes],
  ['disableTypoToleranceOnWords', defineTexts('iphone')],
  ['hitsPerPage', number],
  ['maxValuesPerFacet', number],
  ['paginationLimitedTo', number],
  ['enableRules', flag],
  ['restrictHighlightAndSnippetArrays', flag],
  [
    'distinct',
    { accepts: (value) => ['boolean', 'number'].includes(typeof value), expected: 'a flag or a number' },
  ],
  ['attributesToHighlight', attributes],
  ['attributesToRetrieve', attributes],
  ['attributesToSnippet', attributes],
  ['responseFields', attributes],
  ['highlightPreTag', text],
  ['highlightPostTag', text],
  ['snippetEllipsisText', text],
  ['renderingContent', { accepts: isObject, expected: 'an object' }],
  ['replicas', defineTexts('shop_price_asc')],
  ['ranking', defineTexts('typo')],
  ['customRanking', defineTexts('desc(popularity)', /^(?:asc|desc)\(.+\)$/, limits.sortKeysMax)],
  ['queryLanguages', languages],
  ['indexLanguages', languages],
  ['attributeForDistinct', text],
  ['minWordSizefor1Typo', number],
  ['minWordSizefor2Typos', number],
  [
    'typoTolerance',
    {
      accepts: (value) => [true, false, 'true', 'false', 'min', 'strict'].includes(value as string),
      expected: 'true, false, "min" or "strict"',
    },
  ],
]);

/** @throws VitrineError invalid_request for a setting of another type; null, which resets one, is of each */
export function checkTypes(settings: JsonObject): void {
  for (const [name, value] of Object.entries(settings)) {
    const type = types.get(name);
    if (type !== undefined && value !== null && !type.accepts(value))
      throw createParameterError(name, 'type', type.expected);
  }
}
