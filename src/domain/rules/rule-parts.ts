import type { Rule, RuleBoost, RuleCondition } from '../../ports/search/rules.ts';

/** The alternatives of which one must match; one without members where there is no condition. */
export function listRuleConditions({ when = {} }: Rule): readonly RuleCondition[] {
  return Array.isArray(when) ? (when as readonly RuleCondition[]) : [when as RuleCondition];
}

export function listPinnedIds({ pin = [] }: Rule): readonly string[] {
  return pin.flatMap(({ id }) => id ?? []);
}

export function listHiddenIds({ hide = [] }: Rule): readonly string[] {
  return typeof hide === 'string' ? [] : hide;
}

export function readBoosts(boosts: NonNullable<Rule['boost']>): readonly Required<RuleBoost>[] {
  if (typeof boosts === 'string') return [{ filter: boosts, by: 1 }];
  return boosts.map(({ filter, by = 1 }) => ({ filter, by }));
}

/** Replacements of phrases; by nothing where they are removed. */
export function listReplacements({
  words = {},
}: Rule): readonly { readonly from: string; readonly to: string }[] {
  const { replace = [], remove = [] } = words;
  return [...replace, ...remove.map((from) => ({ from, to: '' }))];
}

export function hasAction({
  pin,
  hide,
  filter,
  boost,
  bury,
  words,
  facets,
  redirect,
  userData,
}: Rule): boolean {
  const { replace = [], remove = [] } = words ?? {};
  return (
    [pin, hide, replace, remove].some((list) => list !== undefined && list.length > 0) ||
    [filter, boost, bury, facets, redirect, userData].some((action) => action !== undefined)
  );
}
