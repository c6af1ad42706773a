import type { Rule, RuleCondition } from '../../ports/rules.ts';
import { conditionsOfRule } from './rule-parts.ts';
import { ruleSpan } from './rule-span.ts';

/** A rule with its path, and what decides which others act together with it. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly path: string;
  readonly from: number;
  readonly until: number;
  /** Its conditions as texts; null: it has none. */
  readonly conditions: readonly string[] | null;
}

export function placedRule(rule: Rule, path: string): PlacedRule {
  const conditions = conditionsOfRule(rule);
  const isAlways = conditions.some((one) => Object.keys(one).length === 0);
  return {
    rule,
    path,
    from: rule.from === undefined ? -Infinity : ruleSpan(rule.from)!.from,
    until: rule.until === undefined ? Infinity : ruleSpan(rule.until)!.until,
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

/** What rules claim, such as a position, to find another rule that claims the same and acts together with one. */
export class RuleClaims {
  readonly #byCondition = new Map<string, PlacedRule[]>();

  add(key: string, by: PlacedRule): void {
    for (const condition of [everyRule, ...(by.conditions ?? [unconditional])]) {
      const at = `${condition}\0${key}`;
      const known = this.#byCondition.get(at);
      if (known === undefined) this.#byCondition.set(at, [by]);
      else known.push(by);
    }
  }

  /** The first other rule with the claim that acts together with `by`, as far as conditions are equal or absent. */
  otherThan(by: PlacedRule, key: string): PlacedRule | undefined {
    for (const condition of by.conditions === null ? [everyRule] : [unconditional, ...by.conditions]) {
      const other = this.#byCondition
        .get(`${condition}\0${key}`)
        ?.find((claim) => claim !== by && claim.from < by.until && by.from < claim.until);
      if (other !== undefined) return other;
    }
    return undefined;
  }
}
