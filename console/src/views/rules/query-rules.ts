import type { Rule, RuleBoost } from '@vitrine/sdk';
import { itemFilter } from '../../app/filter-text.ts';
import { conditionsOf } from './condition-draft.ts';
import { actionKinds } from './rule-status.ts';

/** A change of an item's place in the results of a query; an empty query is browsing. */
export type QueryEdit = { readonly query: string; readonly item: string } & (
  | { readonly kind: 'pin'; readonly position: number }
  | { readonly kind: 'unpin' | 'hide' | 'boost' | 'bury' }
);

/** What the rule of a query does to an item. */
export interface RuleEffect {
  readonly position: number | null;
  /** Steps of boosts, less those of buries. */
  readonly steps: number;
}

const stepsMax = 7;
const idLengthMax = 128;

/** Whether a rule has exactly one condition: that the query is this one. Rules for a period only are left alone. */
export function isRuleOfQuery(rule: Rule, query: string): boolean {
  const [condition, ...others] = conditionsOf(rule);
  if (condition === undefined || others.length > 0 || rule.enabled === false) return false;
  if (rule.from !== undefined || rule.until !== undefined || condition.query === undefined) return false;
  const isOnlyQuery = Object.entries(condition).every(
    ([name, value]) => name === 'query' || (name === 'match' && value === 'is'),
  );
  return isOnlyQuery && normalized(condition.query) === normalized(query);
}

/** The rules after an edit: the rule of the query is changed, added in front of the others, or removed if it has no action left. */
export function withEdit(rules: readonly Rule[], edit: QueryEdit): readonly Rule[] {
  const own = rules.find((rule) => isRuleOfQuery(rule, edit.query));
  const changed = edited(own ?? { id: newId(rules, edit.query), when: { query: edit.query.trim() } }, edit);
  if (own === undefined) return hasAction(changed) ? [changed, ...rules] : rules;
  return rules.flatMap((rule) => (rule !== own ? [rule] : hasAction(changed) ? [changed] : []));
}

export function ruleEffectOn(rules: readonly Rule[], query: string, item: string): RuleEffect {
  const own = rules.find((rule) => isRuleOfQuery(rule, query));
  const stepsIn = (boosts: Rule['boost']): number => {
    const boost = boostList(boosts).find(({ filter }) => filter === itemFilter(item));
    return boost === undefined ? 0 : (boost.by ?? 1);
  };
  return {
    position: own?.pin?.find(({ id }) => id === item)?.position ?? null,
    steps: stepsIn(own?.boost) - stepsIn(own?.bury),
  };
}

function edited(rule: Rule, edit: QueryEdit): Rule {
  const { item } = edit;
  switch (edit.kind) {
    case 'pin':
      return withMembers(unhidden(rule, item), { pin: withPin(rule.pin ?? [], item, edit.position) });
    case 'unpin':
      return withMembers(rule, { pin: (rule.pin ?? []).filter(({ id }) => id !== item) });
    case 'hide':
      return withMembers(rule, {
        hide: withHidden(rule.hide, item),
        pin: (rule.pin ?? []).filter(({ id }) => id !== item),
      });
    default: {
      const { steps } = ruleEffectOn([rule], conditionsOf(rule)[0]?.query ?? '', item);
      const next = Math.max(-stepsMax, Math.min(stepsMax, steps + (edit.kind === 'boost' ? 1 : -1)));
      return withMembers(rule, {
        boost: withSteps(rule.boost, item, next),
        bury: withSteps(rule.bury, item, -next),
      });
    }
  }
}

/** The rule with other members; empty lists are removed. */
function withMembers(rule: Rule, members: Partial<Rule>): Rule {
  const all = Object.entries({ ...rule, ...members });
  const changed = new Set(Object.keys(members));
  return Object.fromEntries(
    all.filter(([name, value]) => !changed.has(name) || !Array.isArray(value) || value.length > 0),
  ) as unknown as Rule;
}

/** The item takes the position; a pin that had it moves to the next free one. */
function withPin(pins: NonNullable<Rule['pin']>, item: string, position: number): NonNullable<Rule['pin']> {
  const others = pins.filter(({ id }) => id !== item);
  const taken = new Set([position, ...others.map((pin) => pin.position)]);
  let free = position;
  while (taken.has(free)) free++;
  return [
    ...others.map((pin) => (pin.position === position ? { ...pin, position: free } : pin)),
    { id: item, position },
  ];
}

function unhidden(rule: Rule, item: string): Rule {
  const { hide } = rule;
  return Array.isArray(hide)
    ? withMembers(rule, { hide: (hide as readonly string[]).filter((id) => id !== item) })
    : rule;
}

function withHidden(hide: Rule['hide'] = [], item: string): NonNullable<Rule['hide']> {
  if (typeof hide === 'string') return `(${hide}) OR ${itemFilter(item)}`;
  return [...new Set([...hide, item])];
}

function withSteps(boosts: Rule['boost'], item: string, by: number): readonly RuleBoost[] {
  const filter = itemFilter(item);
  const others = boostList(boosts).filter((boost) => boost.filter !== filter);
  return by <= 0 ? others : [...others, { filter, by }];
}

function boostList(boosts: Rule['boost'] = []): readonly RuleBoost[] {
  return typeof boosts === 'string' ? [{ filter: boosts, by: 1 }] : boosts;
}

function hasAction(rule: Rule): boolean {
  return actionKinds.some((kind) => rule[kind] !== undefined);
}

function newId(rules: readonly Rule[], query: string): string {
  const ids = new Set(rules.map(({ id }) => id));
  const base = query.trim() === '' ? 'browse' : `search: ${normalized(query)}`.slice(0, idLengthMax - 4);
  let id = base;
  for (let number = 2; ids.has(id); number++) id = `${base} ${number}`;
  return id;
}

function normalized(query: string): string {
  return query.trim().toLowerCase().split(/\s+/).join(' ');
}
