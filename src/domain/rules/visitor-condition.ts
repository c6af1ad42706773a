import type { VisitorCondition } from '../../ports/search/rules.ts';
import type { SegmentItems, VisitorSegment } from '../../ports/recommendations/visitor-segments.ts';
import { listConditions } from './filter-conditions.ts';
import { readFilter, compileTimeDependentFilter } from './time-dependent-filter.ts';

const dayMs = 86_400_000;

/** A condition on visitors, read once. */
export interface CompiledVisitorCondition {
  readonly condition: VisitorCondition;
  /** Equal for conditions that are written differently and mean the same. */
  readonly text: string;
  /** Its segment at a time in ms since 1970. */
  resolveAt(now: number): VisitorSegment;
}

export function compileVisitorCondition(condition: VisitorCondition): CompiledVisitorCondition {
  const viewed = compileItems(condition.viewed);
  const bought = compileItems(condition.bought);
  const { spent, is } = condition;
  const computeStart = (days: number | undefined, now: number): number =>
    days === undefined ? -Infinity : now - days * dayMs;
  return {
    condition,
    text: describeVisitorCondition(condition),
    resolveAt: (now) => {
      const resolveItems = ({ filter, days }: NonNullable<typeof viewed>): SegmentItems => ({
        filter: filter.resolveAt(now),
        since: computeStart(days, now),
      });
      return {
        ...(viewed === null ? {} : { viewed: resolveItems(viewed) }),
        ...(bought === null ? {} : { bought: resolveItems(bought) }),
        ...(spent === undefined
          ? {}
          : {
              spent: {
                min: spent.min ?? 0,
                max: spent.max ?? Infinity,
                since: computeStart(spent.days, now),
              },
            }),
        ...(is === undefined ? {} : { is }),
      };
    },
  };
}

function compileItems(items: VisitorCondition['viewed']) {
  if (items === undefined) return null;
  const { filter, days } = typeof items === 'string' ? { filter: items } : items;
  return { filter: compileTimeDependentFilter(filter), days };
}

/** The same text for conditions with the same meaning, as far as it is known. */
export function describeVisitorCondition({ viewed, bought, spent, is }: VisitorCondition): string {
  const formatItems = (items: VisitorCondition['viewed']): unknown => {
    if (items === undefined) return null;
    const { clauses, days } = normalizeItems(items);
    return [[...clauses].sort(), days === Infinity ? null : days];
  };
  return JSON.stringify([
    formatItems(viewed),
    formatItems(bought),
    spent === undefined ? null : [spent.min ?? 0, spent.max ?? null, spent.days ?? null],
    is ?? null,
  ]);
}

/** Whether each visitor of a segment also fulfils another condition, as far as it can be told from the conditions. */
export function implies(segment: VisitorCondition, other: VisitorCondition): boolean {
  return (
    impliesItems(segment.viewed, other.viewed) &&
    impliesItems(segment.bought, other.bought) &&
    impliesSpending(segment.spent, other.spent) &&
    (other.is === undefined || other.is === segment.is)
  );
}

/** Whether no visitor can fulfil both conditions. */
export function areDisjoint(one: VisitorCondition, other: VisitorCondition): boolean {
  if (one.is !== undefined && other.is !== undefined && one.is !== other.is) return true;
  const [a, b] = [normalizeSpent(one.spent), normalizeSpent(other.spent)];
  // The sum of fewer days is never larger.
  return (a.min > b.max && a.days <= b.days) || (b.min > a.max && b.days <= a.days);
}

function impliesItems(items: VisitorCondition['viewed'], other: VisitorCondition['viewed']): boolean {
  if (other === undefined) return true;
  if (items === undefined) return false;
  const [a, b] = [normalizeItems(items), normalizeItems(other)];
  return a.days <= b.days && b.clauses.isSubsetOf(a.clauses);
}

function impliesSpending(spent: VisitorCondition['spent'], other: VisitorCondition['spent']): boolean {
  const [a, b] = [normalizeSpent(spent), normalizeSpent(other)];
  const isAtLeast = b.min === 0 || (a.min >= b.min && a.days <= b.days);
  const isAtMost = b.max === Infinity || (a.max <= b.max && a.days >= b.days);
  return isAtLeast && isAtMost;
}

function normalizeSpent({ min = 0, max = Infinity, days = Infinity }: VisitorCondition['spent'] = {}) {
  return { min, max, days };
}

function normalizeItems(items: NonNullable<VisitorCondition['viewed']>): {
  readonly clauses: ReadonlySet<string>;
  readonly days: number;
} {
  const { filter, days = Infinity } = typeof items === 'string' ? { filter: items } : items;
  const read = readFilter(filter, listConditions);
  return { clauses: read.isConstant ? read.resolveAt(0) : new Set([filter]), days };
}
