import type { ProjectEngine } from '../../ports/engine.ts';
import type { Visitor } from '../../ports/recommendations/events.ts';
import type { VisitorCondition } from '../../ports/search/rules.ts';
import type { CompiledRules } from './compiled-rules.ts';
import { matchNoVisitor, type RuledRequest, type VisitorTest } from './condition-index.ts';
import type { RequestContext } from './request-context.ts';
import { implies, type CompiledVisitorCondition } from './visitor-condition.ts';

/** Whom rules see: the visitor of a request, or any visitor of a segment in a preview. */
export type RuleVisitor = Visitor | { readonly segment: VisitorCondition };

interface VisitorOptions {
  readonly visitor: RuleVisitor;
  readonly context: RequestContext;
  readonly scope: 'all' | 'hide' | 'none';
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The test of the visitor of one request. Only the conditions of rules that the request fulfils otherwise are looked up, in one
 * call: without them, a request costs nothing more, also on a thread that has no counters.
 */
export async function createVisitorTest(
  { visitorSegments }: Pick<ProjectEngine, 'visitorSegments'>,
  compiled: CompiledRules,
  request: RuledRequest,
  { visitor, context, scope, now }: VisitorOptions,
): Promise<VisitorTest> {
  if (!compiled.hasVisitorConditions || scope === 'none') return matchNoVisitor;
  if ('segment' in visitor) return ({ condition }) => implies(visitor.segment, condition);
  if (visitor.user === null && visitor.session === null) return matchNoVisitor;
  const conditionsByText = new Map<string, CompiledVisitorCondition>();
  const recordCondition: VisitorTest = (condition) => {
    conditionsByText.set(condition.text, condition);
    return false;
  };
  compiled.findMatchingRules({ ...request, context, visitor: recordCondition }, now);
  if (conditionsByText.size === 0) return matchNoVisitor;
  const conditions = [...conditionsByText.values()];
  const memberships = await visitorSegments.memberships(
    visitor,
    conditions.map((condition) => condition.resolveAt(now)),
    now,
  );
  const fulfilled = new Set(conditions.filter((_, i) => memberships[i]).map(({ text }) => text));
  return ({ text }) => fulfilled.has(text);
}
