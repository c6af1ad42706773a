import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule, RuleCondition, RulePin } from '../../ports/search/rules.ts';
import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import { createFault } from '../contract/fields.ts';
import {
  listRuleConditions,
  hasAction,
  listHiddenIds,
  listPinnedIds,
  listReplacements,
} from './rule-parts.ts';
import { readActivePeriod } from './active-period.ts';

/**
 * Checks constraints between members and between rules.
 * @throws VitrineError invalid_request with the path of every error
 */
export function checkRules(rules: readonly Rule[], queryAnalyzer: QueryAnalyzer, path = 'rules'): void {
  const errors = [
    ...rules.flatMap((rule, i) => findRuleErrors(rule, queryAnalyzer, `${path}[${i}]`)),
    ...setErrors(rules, path),
  ];
  if (errors.length === 0) return;
  throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The rules are not valid', {
    errors: errors.slice(0, limits.settingsErrorsMax),
  });
}

function findRuleErrors(rule: Rule, queryAnalyzer: QueryAnalyzer, path: string): InputError[] {
  const { when } = rule;
  const errors: InputError[] = [];
  if (!hasAction(rule))
    errors.push(
      ...createRuleErrors(
        path,
        'required',
        'a rule with an action: `pin`, `hide`, `filter`, `boost`, `bury`, `words`, `facets`, `redirect` or `userData`',
      ),
    );
  listRuleConditions(rule).forEach((condition, i) =>
    errors.push(
      ...findConditionErrors(condition, queryAnalyzer, `${path}.when${Array.isArray(when) ? `[${i}]` : ''}`),
    ),
  );
  const period = readActivePeriod(rule);
  if (period.from >= period.until)
    errors.push(...createRuleErrors(`${path}.until`, 'out_of_range', `later than ${path}.from`));
  const wording = { owner: 'the rule', hides: 'hides' };
  errors.push(
    ...pinErrors(rule.pin ?? [], new Set(listHiddenIds(rule)), path, wording),
    ...findWordErrors(rule, queryAnalyzer, path),
  );
  return errors;
}

function findConditionErrors(
  { query, match }: RuleCondition,
  queryAnalyzer: QueryAnalyzer,
  path: string,
): readonly InputError[] {
  if (query === undefined)
    return match === undefined ? [] : createRuleErrors(`${path}.query`, 'required', 'sent where `match` is');
  const isEmpty = queryAnalyzer.analyze(query).words.length === 0;
  const isAllowed = query.trim() === '' && (match ?? 'is') === 'is';
  return isEmpty && !isAllowed
    ? createRuleErrors(`${path}.query`, 'too_short', 'a query with a word to look for')
    : [];
}

/** Returns the errors of pins. The owner of the pins hides or excludes the ids `hidden`, so they cannot be pinned. */
export function pinErrors(
  pins: readonly RulePin[],
  hidden: ReadonlySet<string>,
  path: string,
  { owner, hides }: { readonly owner: string; readonly hides: string },
): InputError[] {
  const errors: InputError[] = [];
  const seen = { id: new Set<string | number>(), position: new Set<string | number>() };
  pins.forEach((pin, i) => {
    const at = `${path}.pin[${i}]`;
    if ((pin.id === undefined) === (pin.filter === undefined))
      errors.push(...createRuleErrors(at, 'required', 'a pin with either `id` or `filter`'));
    for (const name of ['id', 'position'] as const) {
      const value = pin[name];
      if (value === undefined) continue;
      if (seen[name].has(value)) {
        const detail = `${at}.${name} must not be ${JSON.stringify(value)}, which another pin of ${owner} has`;
        errors.push({ path: `${at}.${name}`, code: 'duplicate', detail });
      }
      seen[name].add(value);
    }
    if (pin.id === undefined || !hidden.has(pin.id)) return;
    const detail = `${at}.id must not be ${JSON.stringify(pin.id)}, which ${owner} ${hides}`;
    errors.push({ path: `${at}.id`, code: 'contradiction', detail });
  });
  return errors;
}

/** Words that are replaced or removed must be words, once each, without a cycle. */
function findWordErrors({ words }: Rule, queryAnalyzer: QueryAnalyzer, path: string): InputError[] {
  const computeKey = (text: string): string => queryAnalyzer.analyze(text).words.join(' ');
  const errors: InputError[] = [];
  const targets = new Map<string, string>();
  const { replace = [], remove = [] } = words ?? {};
  const edits = [
    ...replace.map(({ from, to }, i) => ({
      from: computeKey(from),
      to: computeKey(to),
      at: `${path}.words.replace[${i}].from`,
    })),
    ...remove.map((text, i) => ({ from: computeKey(text), to: '', at: `${path}.words.remove[${i}]` })),
  ];
  for (const { from, to, at } of edits) {
    if (from === '') errors.push(...createRuleErrors(at, 'too_short', 'a word to look for'));
    else if (targets.has(from)) {
      const detail = `${at} must not be a word that the rule replaces or removes already`;
      errors.push({ path: at, code: 'duplicate', detail });
    } else targets.set(from, to);
  }
  const cyclic = findWordsInCycles(targets);
  for (const { from, at } of edits) {
    if (!cyclic.has(from)) continue;
    const detail = `${at} must not be replaced by itself, not over other replacements either`;
    errors.push({ path: at, code: 'cycle', detail });
  }
  return errors;
}

/** The words from which following the replacements leads back to them. */
export function findWordsInCycles(targets: ReadonlyMap<string, string>): ReadonlySet<string> {
  const cyclic = new Set<string>();
  const seenFrom = new Map<string, string>();
  for (const start of targets.keys()) {
    let at: string | undefined = start;
    while (at !== undefined && !seenFrom.has(at)) {
      seenFrom.set(at, start);
      at = targets.get(at);
    }
    if (at === undefined || seenFrom.get(at) !== start) continue;
    // The walk from this start has come back to `at`.
    for (; at !== undefined && !cyclic.has(at); at = targets.get(at)) cyclic.add(at);
  }
  return cyclic;
}

function setErrors(rules: readonly Rule[], path: string): InputError[] {
  const errors: InputError[] = [];
  const ids = new Map<string, number>();
  rules.forEach(({ id }, i) => {
    const other = ids.get(id);
    if (other !== undefined) {
      const detail = `${path}[${i}].id must not be ${JSON.stringify(id)}, which ${path}[${other}] has`;
      errors.push({ path: `${path}[${i}].id`, code: 'duplicate', detail });
    } else ids.set(id, i);
  });
  const itemCount = rules.reduce(
    (sum, rule) => sum + listPinnedIds(rule).length + listHiddenIds(rule).length,
    0,
  );
  if (itemCount > limits.rulesItemsMax)
    errors.push(
      ...createRuleErrors(
        path,
        'too_many',
        `rules that name at most ${limits.rulesItemsMax} items, not ${itemCount}`,
      ),
    );
  const edits = rules.reduce((sum, rule) => sum + listReplacements(rule).length, 0);
  if (edits > limits.rulesWordsMax)
    errors.push(
      ...createRuleErrors(
        path,
        'too_many',
        `rules that replace or remove at most ${limits.rulesWordsMax} phrases`,
      ),
    );
  return errors;
}

function createRuleErrors(path: string, code: string, expected: string): readonly InputError[] {
  return createFault(path, code, expected).errors;
}
