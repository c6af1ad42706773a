import { appendTo } from '../../lib/append-to.ts';
import type { Rule, RuleCondition } from '../../ports/rules.ts';
import { conditionsOfRule } from './rule-parts.ts';
import { activePeriod } from './active-period.ts';

/** A rule with its path, its period, and its conditions in a comparable form. */
export interface LocatedRule {
  readonly rule: Rule;
  readonly path: string;
  readonly from: number;
  readonly until: number;
  /** Null: it has none. */
  readonly conditions: readonly string[] | null;
}

export function locatedRule(rule: Rule, path: string): LocatedRule {
  const conditions = conditionsOfRule(rule);
  const isAlways = conditions.some((one) => Object.keys(one).length === 0);
  return {
    rule,
    path,
    ...activePeriod(rule),
    conditions: isAlways ? null : conditions.map(conditionText),
  };
}

function conditionText({ query, match, filters, context }: RuleCondition): string {
  const members = Object.entries(context ?? {}).map(([name, values]) =>
    JSON.stringify([name, [values].flat().toSorted()]),
  );
  return JSON.stringify([query?.trim().toLowerCase(), match ?? 'is', filters, members.toSorted()]);
}

/** Of every rule, and of rules without a condition. */
const [everyRule, unconditional] = ['*', ''];

/** Rules by what they act on, such as a position, to find those that conflict. */
export class ConflictIndex {
  readonly #byCondition = new Map<string, LocatedRule[]>();

  add(key: string, by: LocatedRule): void {
    for (const condition of [everyRule, ...(by.conditions ?? [unconditional])])
      appendTo(this.#byCondition, `${condition}\0${key}`, by);
  }

  /** The first other rule with the key that can act on the same request, as far as conditions are equal or absent. */
  conflictOf(by: LocatedRule, key: string): LocatedRule | undefined {
    for (const condition of by.conditions === null ? [everyRule] : [unconditional, ...by.conditions]) {
      const found = this.#byCondition
        .get(`${condition}\0${key}`)
        ?.find((other) => other !== by && other.from < by.until && by.from < other.until);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
