import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { convertRule } from '../../../domain/conversion/algolia-rules.ts';
import { readBoosts, listRuleConditions } from '../../../domain/rules/rule-parts.ts';
import { withoutPaths } from '../../../lib/json-values.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import type { Rule, RuleCondition } from '../../../ports/search/rules.ts';
import type { ReceivedShop } from './received-shop.ts';
import type { RuleRecord } from './rule-record.ts';
import { formatCondition, formatRule } from './rule-format.ts';

/** Members of a rule by the path of the record's member that contains them. */
const membersByPath: Readonly<Record<string, readonly (keyof Rule)[]>> = {
  description: ['name'],
  enabled: ['enabled'],
  conditions: ['when'],
  validity: ['from', 'until'],
  'consequence.promote': ['pin'],
  'consequence.hide': ['hide'],
  'consequence.userData': ['userData'],
  'consequence.params.filters': ['filter'],
  'consequence.params.optionalFilters': ['boost'],
  'consequence.params.query': ['words'],
  'consequence.params.renderingContent': ['redirect'],
};

/** Members that records do not have. */
const consoleOnly: readonly (keyof Rule)[] = ['bury', 'facets'];

/**
 * Merges a record into the rule with its id. Members that a client sends as it read them keep the parts that records cannot have:
 * conditions on visitors, slots, steps of boosts, buried items, facets. Returns null if a condition has no counterpart; the shop
 * keeps the reason.
 */
export function mergeRule(record: RuleRecord, known: Rule | undefined, shop: ReceivedShop): Rule | null {
  if (known === undefined) return convertRule(record, shop);
  const { consequence } = record;
  const params = isObject(consequence['params']) ? consequence['params'] : {};
  const conditions = matchRecords(
    toList(record['conditions']),
    known.when === undefined ? [] : listRuleConditions(known),
    formatCondition,
  );
  const boosts = matchRecords(
    toList(params['optionalFilters']),
    readBoosts(known.boost ?? []),
    ({ filter }) => filter,
  );
  const rest = {
    ...record,
    conditions: conditions.rest,
    consequence: { ...consequence, params: { ...params, optionalFilters: boosts.rest } },
  };
  const currentRecord = formatRule(known);
  const same = Object.keys(membersByPath).filter((path) =>
    isSame(getValueAt(record, path), getValueAt(currentRecord, path)),
  );
  const converted = convertRule(withoutPaths(rest, same) as JsonObject, shop);
  if (converted === null) return null;
  const keptMembers = new Set<string>([...consoleOnly, ...same.flatMap((path) => membersByPath[path]!)]);
  const isKept = (name: keyof Rule): boolean => keptMembers.has(name);
  reportLost({ known, conditions: isKept('when') ? [] : conditions.lost, isHideKept: isKept('hide') }, shop);
  return {
    ...Object.fromEntries(Object.entries(known).filter(([name]) => keptMembers.has(name))),
    ...converted,
    ...joinElements('when', isKept('when') ? [] : conditions.kept, converted.when),
    ...joinElements('boost', isKept('boost') ? [] : boosts.kept, converted.boost),
    ...joinElements(
      'pin',
      isKept('pin') ? [] : (known.pin ?? []).filter(({ id }) => id === undefined),
      converted.pin,
    ),
  };
}

/**
 * Matches the records that a client sends with the stored elements whose records it has read. `kept` has the elements that it sends
 * unchanged, `lost` those that it does not send; `rest` has the new records.
 */
function matchRecords<T>(
  records: readonly Json[],
  stored: readonly T[],
  format: (element: T) => Json,
): { readonly kept: readonly T[]; readonly rest: readonly Json[]; readonly lost: readonly T[] } {
  const lost = [...stored];
  const kept: T[] = [];
  const rest = records.filter((record) => {
    const at = lost.findIndex((element) => isDeepStrictEqual(format(element), record));
    if (at >= 0) kept.push(...lost.splice(at, 1));
    return at < 0;
  });
  return { kept, rest, lost };
}

/** Joins the elements that are kept with those of the record. Returns no member if none is kept. */
function joinElements(name: keyof Rule, kept: readonly unknown[], added: unknown): Partial<Rule> {
  if (kept.length === 0) return {};
  return {
    [name]:
      added === undefined ? kept : [...kept, ...(Array.isArray(added) ? (added as unknown[]) : [added])],
  };
}

/** Reports the parts of a rule that a client replaces without having read them. */
function reportLost(
  lost: { readonly known: Rule; readonly conditions: readonly RuleCondition[]; readonly isHideKept: boolean },
  shop: ReceivedShop,
): void {
  const { id, hide } = lost.known;
  if (lost.conditions.some(hasHiddenConditions))
    shop.leaveOut(
      `the rule ${id}: former conditions on visitors or the context, which the sent ones replace`,
    );
  if (typeof hide === 'string' && !lost.isHideKept)
    shop.leaveOut(`the rule ${id}: the former filter of hidden items, which the sent ids replace`);
}

function hasHiddenConditions({ visitor, context = {} }: RuleCondition): boolean {
  return (
    visitor !== undefined ||
    Object.entries(context).some(([name, value]) => name !== 'rule' || typeof value !== 'string')
  );
}

function getValueAt(record: JsonObject, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), record);
}

/** Compares members, where an absent one equals an empty list. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return isDeepStrictEqual(isEmpty(one) ? null : one, isEmpty(other) ? null : other);
}

const isEmpty = (value: Json | undefined): boolean =>
  value == null || (Array.isArray(value) && value.length === 0);

const toList = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value.flat() : value == null ? [] : [value];
