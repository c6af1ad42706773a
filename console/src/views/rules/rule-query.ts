import type { RevenueFigures } from '@vitrine/sdk';
import { allRevenue, figuresIn } from '../../parts/earnings.ts';
import type { RuleDraft } from './rule-draft.ts';
import { sentenceOf } from './rule-sentence.ts';
import { nameRule } from './rule-title.ts';
import { actionKinds, hasAction, findRuleStatus, type ActionKind, type RuleStatus } from './rule-status.ts';

/** Which rules are shown and in which order, as in the address. */
export interface RuleQuery {
  /** Words of the names and sentences of rules. */
  readonly q: string;
  readonly status: RuleStatus | '';
  readonly action: ActionKind | '';
  /** Empty: in the order in which they act. */
  readonly sort: 'revenue' | 'name' | '';
}

export const statusNames: readonly (readonly [RuleStatus, string])[] = [
  ['active', 'Active'],
  ['scheduled', 'Starts later'],
  ['expired', 'Expired'],
  ['disabled', 'Disabled'],
  ['incomplete', 'Incomplete'],
];

export const actionNames: Readonly<Record<ActionKind, string>> = {
  pin: 'Pin items',
  hide: 'Hide items',
  filter: 'Show only some',
  boost: 'Boost',
  bury: 'Bury',
  words: 'Change words',
  facets: 'Show facets',
  redirect: 'Redirect',
  userData: 'Show a banner',
};

export const ruleOrders = [
  ['', 'Precedence'],
  ['revenue', 'Revenue, highest first'],
  ['name', 'Name'],
] as const;

export function readRuleQuery(values: URLSearchParams): RuleQuery {
  return {
    q: values.get('q') ?? '',
    status: statusNames.find(([status]) => status === values.get('status'))?.[0] ?? '',
    action: actionKinds.find((kind) => kind === values.get('does')) ?? '',
    sort: ruleOrders.find(([order]) => order === values.get('sort'))?.[0] ?? '',
  };
}

export function writeRuleQuery({ q, status, action, sort }: RuleQuery): string {
  const all = { q, status, does: action, sort };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== '')).toString();
}

/** A rule with its place among all rules, which decides who wins. */
export interface PlacedRule {
  readonly draft: RuleDraft;
  readonly index: number;
}

/** The rules that a query selects. The open rule and new ones are always among them: a change must not hide what is being edited. */
export function selectRules(
  drafts: readonly RuleDraft[],
  query: RuleQuery,
  options: {
    readonly open: number | null;
    readonly now: number;
    readonly findName: (id: string) => string;
    readonly earnings: ReadonlyMap<string, RevenueFigures> | null;
    readonly currency: string;
  },
): readonly PlacedRule[] {
  const { open, now, findName, earnings, currency } = options;
  const words = query.q.trim().toLowerCase();
  const placed = drafts.map((draft, index) => ({ draft, index }));
  const found = placed.filter(({ draft }) => {
    if (draft.key === open || draft.original === null) return true;
    if (query.status !== '' && findRuleStatus(draft, now) !== query.status) return false;
    if (query.action !== '' && !hasAction(draft, query.action)) return false;
    if (words === '') return true;
    const { condition, actions } = sentenceOf(draft, findName);
    return `${nameRule(draft, findName)} ${condition} ${actions}`.toLowerCase().includes(words);
  });
  if (query.sort === '') return found;
  if (query.sort === 'name')
    return found.toSorted((a, b) =>
      nameRule(a.draft, findName).localeCompare(nameRule(b.draft, findName), 'en'),
    );
  const revenue = ({ draft }: PlacedRule): number => {
    const figures = earnings?.get(draft.original?.id ?? draft.id);
    return figures === undefined ? 0 : allRevenue(figuresIn(figures, currency));
  };
  return found.toSorted((a, b) => revenue(b) - revenue(a));
}
