import { appendTo } from '../../lib/append-to.ts';
import type { Rule, RuleCondition, VisitorCondition } from '../../ports/search/rules.ts';
import { listRuleConditions } from './rule-parts.ts';
import { readActivePeriod } from './active-period.ts';
import { areDisjoint } from './visitor-condition.ts';

/** A rule with its path, its period, and its conditions in a comparable form. */
export interface LocatedRule {
  readonly rule: Rule;
  readonly path: string;
  readonly from: number;
  readonly until: number;
  /** Null means that it has none. */
  readonly conditions: readonly ComparableCondition[] | null;
}

interface ComparableCondition {
  /** The condition without its visitor. */
  readonly text: string;
  readonly visitor: VisitorCondition | null;
}

export function locateRule(rule: Rule, path: string): LocatedRule {
  const conditions = listRuleConditions(rule);
  const isAlways = conditions.some((one) => Object.keys(one).length === 0);
  return {
    rule,
    path,
    ...readActivePeriod(rule),
    conditions: isAlways ? null : conditions.map(normalizeCondition),
  };
}

function normalizeCondition({ query, match, filters, context, visitor }: RuleCondition): ComparableCondition {
  const members = Object.entries(context ?? {}).map(([name, values]) =>
    JSON.stringify([name, [values].flat().toSorted()]),
  );
  const text = JSON.stringify([query?.trim().toLowerCase(), match ?? 'is', filters, members.toSorted()]);
  return { text, visitor: visitor ?? null };
}

/** Every rule has this condition, also one without a condition of its own. */
const everyRule: ComparableCondition = { text: '*', visitor: null };
const unconditional: ComparableCondition = { text: '', visitor: null };

/** Rules by what they act on, such as a position, to find those that conflict. */
export class ConflictIndex {
  readonly #byCondition = new Map<string, { by: LocatedRule; visitor: VisitorCondition | null }[]>();

  add(key: string, by: LocatedRule): void {
    for (const { text, visitor } of [everyRule, ...(by.conditions ?? [unconditional])])
      appendTo(this.#byCondition, `${text}\0${key}`, { by, visitor });
  }

  /**
   * The first other rule with the key that can act on the same request, as far as conditions are equal or absent. Visitors may
   * fulfil different conditions, unless these exclude each other.
   */
  findConflict(by: LocatedRule, key: string): LocatedRule | undefined {
    for (const { text, visitor } of by.conditions === null
      ? [everyRule]
      : [unconditional, ...by.conditions]) {
      const conflict = this.#byCondition
        .get(`${text}\0${key}`)
        ?.find(
          ({ by: other, visitor: theirs }) =>
            other !== by &&
            other.from < by.until &&
            by.from < other.until &&
            (visitor === null || theirs === null || !areDisjoint(visitor, theirs)),
        );
      if (conflict !== undefined) return conflict.by;
    }
    return undefined;
  }
}
