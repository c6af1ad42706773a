import { itemOfFilter } from '../../app/filter-text.ts';
import { describeFilter } from '../../filters/describe-filter.ts';
import type { SpentDraft, VisitorDraft, VisitorItemsDraft } from './visitor-draft.ts';

/** A visitor in words: "someone who bought items where brand is Nike in the last 30 days"; '': any. `nameOf`: the name of an item by its id. */
export function visitorText(
  { is, viewed, bought, spent }: VisitorDraft,
  nameOf: (id: string) => string,
): string {
  const clauses = [
    ...(viewed === null ? [] : [`viewed ${itemsText(viewed, nameOf)}`]),
    ...(bought === null ? [] : [`bought ${itemsText(bought, nameOf)}`]),
    ...(spent === null ? [] : [`spent ${spentText(spent)}`]),
  ];
  if (is === 'any' && clauses.length === 0) return '';
  const who = is === 'any' ? 'someone' : `a ${is} visitor`;
  return clauses.length === 0 ? who : `${who} who ${clauses.join(' and ')}`;
}

/** Ids of the items that the text names. */
export function itemsOfVisitor({ viewed, bought }: VisitorDraft): string[] {
  return [viewed, bought].flatMap((items) => itemOfFilter(items?.filter ?? '') ?? []);
}

function itemsText({ filter, days }: VisitorItemsDraft, nameOf: (id: string) => string): string {
  const item = itemOfFilter(filter);
  return `${item !== null ? nameOf(item) : filter.trim() === '' ? '…' : `items where ${describeFilter(filter)}`}${daysText(days)}`;
}

function spentText({ min, max, days }: SpentDraft): string {
  const [least, most] = [min.trim(), max.trim()];
  const amount =
    least !== '' && most !== ''
      ? `${least} to ${most}`
      : least !== ''
        ? `at least ${least}`
        : most !== ''
          ? `at most ${most}`
          : '…';
  return `${amount}${daysText(days)}`;
}

function daysText(days: string): string {
  const count = days.trim();
  if (count === '') return '';
  return count === '1' ? ' in the last day' : ` in the last ${count} days`;
}
