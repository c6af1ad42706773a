import type { VisitorCondition } from '@vitrine/sdk';
import { patched, type Member } from '../../app/patched.ts';

/** Items of a visitor's events, as text in a form. */
export interface VisitorItemsDraft {
  readonly filter: string;
  readonly days: string;
}

export interface SpentDraft {
  readonly min: string;
  readonly max: string;
  readonly days: string;
}

/** A condition on visitors as text in a form; null: without this member. */
export interface VisitorDraft {
  readonly original: VisitorCondition | null;
  readonly is: 'any' | 'new' | 'returning';
  readonly viewed: VisitorItemsDraft | null;
  readonly bought: VisitorItemsDraft | null;
  readonly spent: SpentDraft | null;
}

export const anyVisitor: VisitorDraft = {
  original: null,
  is: 'any',
  viewed: null,
  bought: null,
  spent: null,
};

export function visitorDraftOf(condition: VisitorCondition | undefined): VisitorDraft {
  if (condition === undefined) return anyVisitor;
  const { viewed, bought, spent, is = 'any' } = condition;
  return {
    original: condition,
    is,
    viewed: itemsDraftOf(viewed),
    bought: itemsDraftOf(bought),
    spent:
      spent === undefined
        ? null
        : { min: numberText(spent.min), max: numberText(spent.max), days: numberText(spent.days) },
  };
}

const members: readonly Member<VisitorDraft>[] = [
  {
    name: 'viewed',
    fields: ['viewed'],
    write: ({ viewed, original }) => itemsOf(viewed, original?.viewed),
  },
  {
    name: 'bought',
    fields: ['bought'],
    write: ({ bought, original }) => itemsOf(bought, original?.bought),
  },
  {
    name: 'spent',
    fields: ['spent'],
    write: ({ spent, original }) =>
      spent === null
        ? undefined
        : withNumbers({ ...original?.spent }, { min: spent.min, max: spent.max, days: spent.days }),
  },
  { name: 'is', fields: ['is'], write: ({ is }) => (is === 'any' ? undefined : is) },
];

/** Undefined: the condition is on no visitor. */
export function visitorOf(draft: VisitorDraft): VisitorCondition | undefined {
  const condition = patched<VisitorCondition, VisitorDraft>(draft.original, draft, visitorDraftOf, members);
  return Object.keys(condition).length === 0 ? undefined : condition;
}

function itemsDraftOf(items: VisitorCondition['viewed']): VisitorItemsDraft | null {
  if (items === undefined) return null;
  return typeof items === 'string'
    ? { filter: items, days: '' }
    : { filter: items.filter, days: numberText(items.days) };
}

function itemsOf(draft: VisitorItemsDraft | null, original: VisitorCondition['viewed']): unknown {
  if (draft === null) return undefined;
  const filter = draft.filter.trim();
  if (draft.days.trim() === '' && typeof original !== 'object') return filter;
  const others = typeof original === 'object' ? original : {};
  return withNumbers({ ...others, filter }, { days: draft.days });
}

function withNumbers(object: object, numbers: Readonly<Record<string, string>>): object {
  const result = new Map<string, unknown>(Object.entries(object));
  for (const [name, text] of Object.entries(numbers)) {
    if (text.trim() === '') result.delete(name);
    else result.set(name, Number(text));
  }
  return Object.fromEntries(result);
}

function numberText(number: number | undefined): string {
  return number === undefined ? '' : String(number);
}
