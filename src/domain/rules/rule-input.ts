import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule } from '../../ports/rules.ts';
import type { QueryAnalyzer } from '../../ports/text.ts';
import { parseFilter } from '../search/query/filter-grammar.ts';
import { validationError, flag, integer, list, oneOf, record, text, type Check } from '../settings/checks.ts';
import { ruleSpan } from './rule-span.ts';

/** Null counts as absent. */
const optional =
  (check: Check): Check =>
  (value, path) =>
    value === null ? [] : check(value, path);

const filter: Check = (value, path) => {
  const faults = text(limits.filterLengthMax)(value, path);
  if (faults.length > 0) return faults;
  try {
    parseFilter(value as string, 0, { path });
    return [];
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    return [...error.errors];
  }
};
/** Ids are texts; a number is converted to its decimal digits, as in items. */
const itemId: Check = (value, path) =>
  text(limits.itemIdLengthMax)(Number.isSafeInteger(value) ? String(value) : value, path);
const time: Check = (value, path) =>
  typeof value === 'string' && ruleSpan(value) !== null
    ? []
    : validationError(path, 'format', 'a date of ISO 8601, such as 2026-12-24 or 2026-12-24T18:00:00Z');
const query: Check = (value, path) => (value === '' ? [] : text(limits.queryLengthMax)(value, path));

const rule = record(
  {
    id: text(limits.ruleIdLengthMax),
    enabled: optional(flag),
    when: optional(
      record({
        query: optional(query),
        match: optional(oneOf(['is', 'contains', 'starts'])),
        filters: optional(filter),
      }),
    ),
    from: optional(time),
    until: optional(time),
    pin: optional(
      list(
        limits.rulePinsMax,
        record({ id: itemId, position: integer(1, limits.rulePositionMax) }, ['id', 'position']),
        'pins',
      ),
    ),
    hide: optional((value, path) =>
      typeof value === 'string'
        ? filter(value, path)
        : list(limits.ruleHiddenMax, itemId, 'ids')(value, path),
    ),
    boost: optional(filter),
    bury: optional(filter),
  },
  ['id'],
);

/**
 * Parses rules: ids as texts, without null members.
 * @throws VitrineError invalid_request with the path of every error
 */
export function readRules(sent: unknown, queryAnalyzer: QueryAnalyzer, path = 'rules'): Rule[] {
  const errors = list(limits.rulesMax, rule, 'rules')(sent, path);
  refuse(errors);
  const rules = (sent as Sent[]).map(cleaned);
  refuse([
    ...rules.flatMap((own, i) => ruleFaults(own, queryAnalyzer, `${path}[${i}]`)),
    ...setFaults(rules, path),
  ]);
  return rules;
}

function refuse(errors: readonly InputError[]): void {
  if (errors.length === 0) return;
  throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The rules are not valid', {
    errors: errors.slice(0, limits.settingsErrorsMax),
  });
}

type Nullable<T> = { [K in keyof T]: T[K] | null };
interface Sent extends Nullable<Omit<Rule, 'id' | 'when' | 'pin'>> {
  readonly id: string;
  readonly when?: Nullable<NonNullable<Rule['when']>> | null;
  readonly pin?: readonly { readonly id: string | number; readonly position: number }[] | null;
}

function cleaned({ when, pin, hide, ...rest }: Sent): Rule {
  return {
    ...withoutNulls(rest),
    ...(when === null || when === undefined ? {} : { when: withoutNulls(when) }),
    ...(pin === null || pin === undefined
      ? {}
      : { pin: pin.map(({ id, position }) => ({ id: String(id), position })) }),
    ...(hide === null || hide === undefined
      ? {}
      : { hide: typeof hide === 'string' ? hide : hide.map(String) }),
  } as Rule;
}

function withoutNulls<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as T;
}

/** Checks that span members. */
function ruleFaults(own: Rule, queryAnalyzer: QueryAnalyzer, path: string): InputError[] {
  const { when = {}, from, until, pin = [], hide = [], boost, bury } = own;
  const errors: InputError[] = [];
  if (pin.length === 0 && hide.length === 0 && boost === undefined && bury === undefined)
    errors.push(...validationError(path, 'required', 'a rule with something to pin, hide, boost or bury'));
  if (when.match !== undefined && when.query === undefined)
    errors.push(...validationError(`${path}.when.query`, 'required', 'sent where `match` is'));
  const isEmpty = when.query !== undefined && queryAnalyzer.analyze(when.query).words.length === 0;
  if (isEmpty && (when.query.trim() !== '' || (when.match ?? 'is') !== 'is'))
    errors.push(...validationError(`${path}.when.query`, 'too_short', 'a query with a word to look for'));
  const begins = from === undefined ? -Infinity : ruleSpan(from)!.from;
  const ends = until === undefined ? Infinity : ruleSpan(until)!.until;
  if (begins >= ends)
    errors.push(...validationError(`${path}.until`, 'out_of_range', `later than ${path}.from`));
  const seen = { id: new Set<string | number>(), position: new Set<string | number>() };
  pin.forEach((one, i) => {
    for (const name of ['id', 'position'] as const) {
      if (seen[name].has(one[name])) {
        const detail = `${path}.pin[${i}].${name} must not be ${JSON.stringify(one[name])}, which another pin of the rule has`;
        errors.push({ path: `${path}.pin[${i}].${name}`, code: 'duplicate', detail });
      }
      seen[name].add(one[name]);
    }
  });
  return errors;
}

function setFaults(rules: readonly Rule[], path: string): InputError[] {
  const errors: InputError[] = [];
  const ids = new Map<string, number>();
  rules.forEach(({ id }, i) => {
    const other = ids.get(id);
    if (other !== undefined) {
      const detail = `${path}[${i}].id must not be ${JSON.stringify(id)}, which ${path}[${other}] has`;
      errors.push({ path: `${path}[${i}].id`, code: 'duplicate', detail });
    } else ids.set(id, i);
  });
  const named = rules.reduce(
    (sum, { pin = [], hide = [] }) => sum + pin.length + (typeof hide === 'string' ? 0 : hide.length),
    0,
  );
  if (named > limits.rulesItemsMax)
    errors.push(
      ...validationError(
        path,
        'too_many',
        `rules that name at most ${limits.rulesItemsMax} items, not ${named}`,
      ),
    );
  return errors;
}
