import { readTimeSpan } from '../../../domain/rules/active-period.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { Rule, RuleBoost, RuleCondition, RulePin, RuleWords } from '../../../ports/search/rules.ts';

const anchorings = { is: 'is', contains: 'contains', starts: 'startsWith' } as const;

/** A rule as Algolia's clients read it; what has no counterpart there is left out. */
export function formatRule(rule: Rule): JsonObject {
  const { id, name, enabled, when = [], from, until, userData } = rule;
  const conditions = (Array.isArray(when) ? when : [when]) as readonly RuleCondition[];
  const promote = (rule.pin ?? []).flatMap(formatPromotion);
  const hide = Array.isArray(rule.hide) ? rule.hide.map((objectID: string) => ({ objectID })) : [];
  const params = formatParams(rule);
  return {
    objectID: id,
    ...(name === undefined ? {} : { description: name }),
    enabled: enabled !== false,
    conditions: conditions.map(formatCondition),
    consequence: {
      ...(promote.length === 0 ? {} : { promote }),
      ...(hide.length === 0 ? {} : { hide }),
      ...(Object.keys(params).length === 0 ? {} : { params }),
      ...(userData === undefined ? {} : { userData }),
    },
    ...(from === undefined && until === undefined
      ? {}
      : { validity: [{ ...convertTime('from', from), ...convertTime('until', until) }] }),
  };
}

/** Formats a pin. A slot, which has no id, has no counterpart. */
function formatPromotion({ id, position }: RulePin): JsonObject[] {
  return id === undefined ? [] : [{ objectID: id, position: position - 1 }];
}

export function formatCondition({ query, match = 'is', filters, context }: RuleCondition): JsonObject {
  const rule = context?.['rule'];
  return {
    ...(query === undefined ? {} : { pattern: query, anchoring: anchorings[match] }),
    ...(filters === undefined ? {} : { filters }),
    ...(typeof rule === 'string' ? { context: rule } : {}),
  };
}

function formatParams({ filter, boost, words, redirect }: Rule): JsonObject {
  const boosts: readonly RuleBoost[] = typeof boost === 'string' ? [{ filter: boost }] : (boost ?? []);
  return {
    ...(filter === undefined ? {} : { filters: filter }),
    ...(boosts.length === 0 ? {} : { optionalFilters: boosts.map((one) => one.filter) }),
    ...(words === undefined ? {} : { query: { edits: formatEdits(words) } }),
    ...(redirect === undefined ? {} : { renderingContent: { redirect: { url: redirect.url } } }),
  };
}

function formatEdits({ replace = [], remove = [] }: RuleWords): JsonObject[] {
  return [
    ...replace.map(({ from, to }) => ({ type: 'replace', delete: from, insert: to })),
    ...remove.map((word) => ({ type: 'remove', delete: word })),
  ];
}

function convertTime(name: 'from' | 'until', time: string | undefined): JsonObject {
  const span = time === undefined ? null : readTimeSpan(time);
  return span === null ? {} : { [name]: Math.floor(span[name] / 1_000) };
}
