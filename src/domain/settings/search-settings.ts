import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { SearchSettings } from '../../ports/settings.ts';
import { textFault } from '../catalog/json-document.ts';

/** Says what is wrong with a value, each fault with its place. */
type Check = (value: unknown, path: string) => InputError[];

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
  unsearched: fieldList,
  ranking: record({
    saturation: number(0.01, 10),
    allWordsInName: factor,
    phraseInName: factor,
    productItself: factor,
    numbersInName: factor,
    writtenTheSame: factor,
    typo: number(0.01, 1),
    prefix: number(0.01, 1),
    synonym: number(0.01, 1),
    compound: number(0.01, 1),
  }),
  criteria: distinct(
    list(4, oneOf(['typos', 'allWordsInName', 'productItself', 'phraseInName']), 'criteria'),
  ),
  textEqualWithin: (value, path) =>
    value === 0
      ? []
      : number(0.001, 1)(value, path).map((fault) => ({ ...fault, detail: `${fault.detail}, or 0` })),
  shop: list(
    limits.sortKeysMax,
    record({ field: text(limits.fieldNameLengthMax), order: oneOf(['asc', 'desc']) }, ['field', 'order']),
    'criteria',
  ),
  typos: record({
    enabled: flag,
    oneFrom: integer(1, 64),
    twoFrom: integer(1, 64),
    offFields: fieldList,
    offWords: list(limits.stopWordsMax, text(limits.wordLengthMax), 'words'),
  }),
  languages: distinct(list(limits.settingsLanguagesMax, text(8), 'languages')),
  stopWords: list(limits.stopWordsMax, text(limits.wordLengthMax), 'words'),
  synonyms: list(limits.synonymRulesMax, synonymRule, 'rules'),
  builtInSynonyms: flag,
  groupBy: (value, path) => (value === '' ? [] : text(limits.fieldNameLengthMax)(value, path)),
  allWordsAtLeast: integer(0, 1_000),
  listedAtLeast: integer(0, 10_000),
  prefix: oneOf(['few', 'always']),
  whenNothingFound: oneOf(['popular', 'nothing']),
};

/** What is wrong with changes of search settings, a null standing for "back to the default"; empty where nothing is. */
export function searchSettingsFaults(sent: unknown, path: string): InputError[] {
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

function fault(path: string, code: string, expected: string): InputError[] {
  return [{ path, code, detail: `${path} must be ${expected}` }];
}

function number(min: number, max: number): Check {
  return (value, path) => {
    const expected = `a number from ${min} to ${max}`;
    if (typeof value !== 'number') return fault(path, 'type', expected);
    return value >= min && value <= max ? [] : fault(path, 'out_of_range', `${expected}, not ${value}`);
  };
}

function integer(min: number, max: number): Check {
  return (value, path) => {
    const expected = `a whole number from ${min} to ${max}`;
    if (typeof value !== 'number' || !Number.isInteger(value)) return fault(path, 'type', expected);
    return value >= min && value <= max ? [] : fault(path, 'out_of_range', `${expected}, not ${value}`);
  };
}

function flag(value: unknown, path: string): InputError[] {
  return typeof value === 'boolean' ? [] : fault(path, 'type', 'true or false');
}

function text(lengthMax: number): Check {
  return (value, path) => {
    if (typeof value !== 'string') return fault(path, 'type', 'text');
    if (value.trim() === '') return fault(path, 'too_short', 'at least one character long');
    if (value.length > lengthMax) return fault(path, 'too_long', `at most ${lengthMax} characters long`);
    const wrong = textFault(value);
    return wrong === null ? [] : fault(path, 'invalid_text', `clean text: it ${wrong}`);
  };
}

function oneOf(values: readonly string[]): Check {
  return (value, path) =>
    typeof value === 'string' && values.includes(value)
      ? []
      : fault(path, 'not_allowed', `one of ${values.join(', ')}`);
}

function list(countMax: number, each: Check, noun: string): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return fault(path, 'type', 'a list');
    if (value.length > countMax)
      return fault(path, 'too_many', `a list of at most ${countMax} ${noun}, not ${value.length}`);
    return value.flatMap((entry: unknown, index) => each(entry, `${path}[${index}]`));
  };
}

function distinct(check: Check): Check {
  return (value, path) => {
    const faults = check(value, path);
    if (faults.length > 0 || new Set(value as unknown[]).size === (value as unknown[]).length) return faults;
    return fault(path, 'duplicate', 'a list without repetitions');
  };
}

/** An object with some of the members; those of `required` must be there. */
function record(members: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return fault(path, 'type', 'an object');
    const missing = required
      .filter((name) => !Object.hasOwn(value, name))
      .flatMap((name) => [
        { path: `${path}.${name}`, code: 'required', detail: `${path}.${name} is required` },
      ]);
    const faults = Object.entries(value).flatMap(([name, entry]): InputError[] => {
      const at = `${path}.${name.slice(0, 100).toWellFormed()}`;
      const check = Object.hasOwn(members, name) ? members[name] : undefined;
      if (check !== undefined) return check(entry, at);
      const known = Object.keys(members).join(', ');
      return [{ path: at, code: 'unknown', detail: `${at} is no setting: there are ${known}` }];
    });
    return [...missing, ...faults].slice(0, limits.settingsErrorsMax);
  };
}
