import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { SearchSettings } from '../../ports/settings.ts';
import { distinct, flag, integer, list, number, oneOf, record, text, type Check } from './checks.ts';

const factor = number(0.01, 100);
const share = number(0, 1);
const fieldList = list(limits.settingsFieldsMax, text(limits.fieldNameLengthMax), 'fields');

const zone = record(
  { fields: fieldList, weight: number(0, 100), weightWhenShort: number(0, 100), lengthPenalty: share },
  ['fields', 'weight', 'lengthPenalty'],
);

const checks: { [K in keyof SearchSettings]: Check } = {
  name: record({
    fields: fieldList,
    weight: number(0, 100),
    weightWhenShort: number(0, 100),
    lengthPenalty: share,
  }),
  zones: list(limits.settingsZonesMax, zone, 'groups of fields'),
  others: record({ weight: number(0, 100), lengthPenalty: share }),
  unsearchableFields: fieldList,
  identifiers: fieldList,
  ranking: record({
    saturation: number(0.01, 10),
    allWordsInName: factor,
    phraseInName: factor,
    headNounMatch: factor,
    numbersInName: factor,
    exactWordForms: factor,
    typo: number(0.01, 1),
    prefix: number(0.01, 1),
    synonym: number(0.01, 1),
    compound: number(0.01, 1),
  }),
  criteria: distinct(
    list(5, oneOf(['rules', 'typos', 'allWordsInName', 'headNounMatch', 'phraseInName']), 'criteria'),
  ),
  textScoreTolerance: (value, path) =>
    value === 0
      ? []
      : number(0.001, 1)(value, path).map((fault) => ({ ...fault, detail: `${fault.detail}, or 0` })),
  customRanking: list(
    limits.sortKeysMax,
    record({ field: text(limits.fieldNameLengthMax), order: oneOf(['asc', 'desc']) }, ['field', 'order']),
    'criteria',
  ),
  typos: record({
    enabled: flag,
    minLengthOneTypo: integer(1, 64),
    minLengthTwoTypos: integer(1, 64),
    disabledFields: fieldList,
    disabledWords: list(limits.stopWordsMax, text(limits.wordLengthMax), 'words'),
  }),
  languages: distinct(list(limits.settingsLanguagesMax, text(8), 'languages')),
  stopWords: list(limits.stopWordsMax, text(limits.wordLengthMax), 'words'),
  synonyms: list(limits.synonymRulesMax, synonymRule, 'rules'),
  builtInSynonyms: flag,
  groupBy: (value, path) => (value === '' ? [] : text(limits.fieldNameLengthMax)(value, path)),
  typoThreshold: integer(0, 1_000),
  dropWordsThreshold: integer(0, 10_000),
  prefix: oneOf(['few', 'always']),
  semantic: record({
    enabled: flag,
    weight: (value, path) =>
      value === 'auto'
        ? []
        : share(value, path).map((fault) => ({ ...fault, detail: `${fault.detail}, or "auto"` })),
  }),
  zeroResultsFallback: oneOf(['popular', 'none']),
};

/** Errors in changes of search settings; null resets to the default. */
export function validateSearchSettings(sent: unknown, path: string): InputError[] {
  const nullable = Object.fromEntries(
    Object.entries(checks).map(([name, check]): [string, Check] => [
      name,
      (value, at) => (value === null ? [] : check(value, at)),
    ]),
  );
  return record(nullable)(sent, path);
}

const side = text(limits.synonymLengthMax);
const sides = list(limits.synonymsPerRuleMax, side, 'words');
const rules: Readonly<Record<string, Check>> = {
  equivalent: record({ kind: text(16), words: sides }, ['words']),
  oneWay: record({ kind: text(16), from: side, to: sides }, ['from', 'to']),
};

function synonymRule(value: unknown, path: string): InputError[] {
  const kind = value !== null && typeof value === 'object' && 'kind' in value ? value.kind : undefined;
  const rule = typeof kind === 'string' && Object.hasOwn(rules, kind) ? rules[kind] : undefined;
  return rule?.(value, path) ?? oneOf(Object.keys(rules))(kind, `${path}.kind`);
}
