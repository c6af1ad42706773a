import type { Rule, RuleCondition } from '@vitrine/sdk';
import { contextOf, type ContextDraft } from '../../app/context-draft.ts';
import { patched, type Member } from '../../app/patched.ts';
import { joinTexts } from '../../app/text-list.ts';
import { anyVisitor, visitorDraftOf, visitorOf, type VisitorDraft } from './visitor-draft.ts';

/** The searches of a condition: all, those without a query, or those whose query is, contains or starts with a text. */
export type Queries = 'any' | 'none' | 'is' | 'contains' | 'starts';

export interface ConditionDraft {
  /** The condition as loaded; null: it is new. */
  readonly original: RuleCondition | null;
  readonly queries: Queries;
  readonly query: string;
  readonly filters: string;
  readonly context: readonly ContextDraft[];
  readonly visitor: VisitorDraft;
}

export const newCondition: ConditionDraft = {
  original: null,
  queries: 'is',
  query: '',
  filters: '',
  context: [],
  visitor: anyVisitor,
};

/** The condition of a rule for the list of a placement. */
export function conditionOnPlacement(placement: string): Partial<ConditionDraft> {
  return { queries: 'any', context: [{ name: 'placement', values: placement }] };
}

/** The alternatives of a rule; one without members if it has no condition. */
export function conditionsOf({ when = {} }: Pick<Rule, 'when'>): readonly RuleCondition[] {
  return Array.isArray(when) ? (when as readonly RuleCondition[]) : [when as RuleCondition];
}

export function conditionDraftOf(condition: RuleCondition): ConditionDraft {
  const { query, match = 'is', filters = '', context = {} } = condition;
  return {
    original: condition,
    queries: query === undefined ? 'any' : query.trim() === '' ? 'none' : match,
    query: query ?? '',
    filters,
    context: Object.entries(context).map(([name, values]) => ({
      name,
      values: joinTexts(typeof values === 'string' ? [values] : values),
    })),
    visitor: visitorDraftOf(condition.visitor),
  };
}

const members: readonly Member<ConditionDraft>[] = [
  {
    name: 'query',
    fields: ['queries', 'query'],
    write: ({ queries, query }) => (queries === 'any' ? undefined : queries === 'none' ? '' : query.trim()),
  },
  {
    name: 'match',
    fields: ['queries'],
    write: ({ queries }) => (queries === 'contains' || queries === 'starts' ? queries : undefined),
  },
  { name: 'filters', fields: ['filters'], write: ({ filters }) => filters.trim() || undefined },
  { name: 'context', fields: ['context'], write: ({ context }) => contextOf(context) },
  { name: 'visitor', fields: ['visitor'], write: ({ visitor }) => visitorOf(visitor) },
];

export function conditionOf(draft: ConditionDraft): RuleCondition {
  return patched<RuleCondition, ConditionDraft>(draft.original, draft, conditionDraftOf, members);
}

/** Whether a query is compared but not given. */
export function lacksQuery({ queries, query }: ConditionDraft): boolean {
  return queries !== 'any' && queries !== 'none' && query.trim() === '';
}
