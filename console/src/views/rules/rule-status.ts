import { isRedirectAddress } from '../../../../src/domain/query/syntax/redirect-address.ts';
import { lacksValue } from '../../filters/lacks-value.ts';
import { lacksQuery } from './condition-draft.ts';
import type { FieldError } from '../../app/field-errors.ts';
import { isJson } from '../../app/json-text.ts';
import { dateText, timeSpanOf } from '../../app/time-spans.ts';
import type { RuleDraft } from './rule-draft.ts';
import type { VisitorDraft } from './visitor-draft.ts';

/** The actions of a rule, in the order of the form. */
export const actionKinds = [
  'pin',
  'hide',
  'filter',
  'boost',
  'bury',
  'words',
  'facets',
  'redirect',
  'userData',
] as const;
export type ActionKind = (typeof actionKinds)[number];

export function hasAction(draft: RuleDraft, kind: ActionKind): boolean {
  switch (kind) {
    case 'pin':
      return draft.pins.length > 0;
    case 'hide':
      return draft.hideBy === 'items' ? draft.hiddenIds.length > 0 : draft.hiddenFilter.trim() !== '';
    case 'boost':
      return draft.boosts.length > 0;
    case 'bury':
      return draft.buries.length > 0;
    case 'words':
      return draft.replacements.length > 0 || draft.removedWords.trim() !== '';
    default:
      return draft[kind].trim() !== '';
  }
}

/** The draft without one action. */
export function withoutAction(draft: RuleDraft, kind: ActionKind): RuleDraft {
  switch (kind) {
    case 'pin':
      return { ...draft, pins: [] };
    case 'hide':
      return { ...draft, hideBy: 'items', hiddenIds: [], hiddenFilter: '' };
    case 'boost':
      return { ...draft, boosts: [] };
    case 'bury':
      return { ...draft, buries: [] };
    case 'words':
      return { ...draft, replacements: [], removedWords: '' };
    default:
      return { ...draft, [kind]: '' };
  }
}

/** What keeps a rule from being saved: what the service would read in another way or not at all, and values that are still to be chosen. */
export function draftErrors(draft: RuleDraft): FieldError[] {
  return [...formErrors(draft), ...filterErrors(draft)];
}

/** Whether a value of a filter is still to be chosen. */
export function lacksFilterValue(draft: RuleDraft): boolean {
  return filterErrors(draft).length > 0;
}

function filterErrors({ conditions, pins, hiddenFilter, filter, boosts, buries }: RuleDraft): FieldError[] {
  const filters: readonly (readonly [path: string, filter: string])[] = [
    ...conditions.map(({ filters: own }, i) => [`when[${i}].filters`, own] as const),
    ...pins.map((pin, i) => [`pin[${i}].filter`, pin.kind === 'slot' ? pin.filter : ''] as const),
    ['hide', hiddenFilter],
    ['filter', filter],
    ...boosts.map((boost, i) => [`boost[${i}].filter`, boost.filter] as const),
    ...buries.map((bury, i) => [`bury[${i}].filter`, bury.filter] as const),
  ];
  return filters.flatMap(([path, text]) => (lacksValue(text) ? [{ path, detail: 'Choose a value.' }] : []));
}

function formErrors(draft: RuleDraft): FieldError[] {
  return [
    ...draft.conditions.flatMap((condition, i) =>
      lacksQuery(condition)
        ? [{ path: `when[${i}].query`, detail: 'Enter the words that shoppers search for.' }]
        : [],
    ),
    ...draft.conditions.flatMap(({ visitor }, i) => visitorErrors(visitor, `when[${i}].visitor`)),
    ...(isRedirect(draft.redirect) ? [] : [{ path: 'redirect', detail: redirectHint }]),
    ...(isJson(draft.userData) ? [] : [{ path: 'userData', detail: 'This is not valid JSON.' }]),
  ];
}

const redirectHint = 'Write a page of your shop, such as /gifts, or an address that begins with https://';

function isRedirect(text: string): boolean {
  return text.trim() === '' || isRedirectAddress(text.trim());
}

function visitorErrors({ viewed, bought, spent }: VisitorDraft, path: string): FieldError[] {
  const errors = Object.entries({ viewed, bought }).flatMap(([name, items]) =>
    items === null || isText(items.filter)
      ? []
      : [{ path: `${path}.${name}`, detail: 'Add a condition, such as brand is Nike.' }],
  );
  if (spent === null || isText(spent.min) || isText(spent.max)) return errors;
  return [...errors, { path: `${path}.spent`, detail: 'Enter an amount.' }];
}

/** Whether a rule has complete conditions and at least one action, all complete. */
export function isFinished(draft: RuleDraft): boolean {
  const { pins, boosts, buries, replacements } = draft;
  const rows = [
    ...pins.map(({ kind, filter, position }) => Number(position) > 0 && (kind === 'item' || isText(filter))),
    ...[...boosts, ...buries].map(({ filter, by }) => isText(filter) && Number(by) > 0),
    ...replacements.map(({ from, to }) => isText(from) && isText(to)),
  ];
  return (
    formErrors(draft).length === 0 &&
    rows.every((isComplete) => isComplete) &&
    actionKinds.some((kind) => hasAction(draft, kind))
  );
}

export type RuleStatus = 'active' | 'scheduled' | 'expired' | 'disabled' | 'incomplete';

/** Whether a rule acts at a time, or why not. */
export function findRuleStatus(draft: RuleDraft, now: number): RuleStatus {
  const { enabled, from, until } = draft;
  if (!isFinished(draft)) return 'incomplete';
  if (!enabled) return 'disabled';
  const [begins, ends] = [timeSpanOf(from), timeSpanOf(until)];
  if (ends !== null && ends.until <= now) return 'expired';
  return begins !== null && begins.from > now ? 'scheduled' : 'active';
}

/** The status of a rule at a time, as a badge. */
export function describeRuleStatus(draft: RuleDraft, now: number): { text: string; tone: string } {
  switch (findRuleStatus(draft, now)) {
    case 'incomplete':
      return { text: 'Incomplete', tone: 'warn' };
    case 'disabled':
      return { text: 'Disabled', tone: '' };
    case 'expired':
      return { text: 'Expired', tone: '' };
    case 'scheduled':
      return { text: `Starts ${dateText(draft.from)}`, tone: 'warn' };
    default:
      return { text: 'Active', tone: 'good' };
  }
}

function isText(text: string): boolean {
  return text.trim() !== '';
}
