import type { Filter } from '../../ports/search/filters.ts';
import { parseTimeSpan, type TimeSpan } from './syntax/time-span.ts';

/** A bound of a comparison. */
export interface Bound extends TimeSpan {
  readonly isTime: boolean;
  /** Whether it depends on the time of the request. */
  readonly isRelative: boolean;
}

/** A number or a time; null for any other text. */
export function readBound(text: string, now: number): Bound | null {
  const number = text === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return { from: number, until: number, isTime: false, isRelative: false };
  const span = parseTimeSpan(text, now);
  return span === null ? null : { ...span, isTime: true, isRelative: text.startsWith('now') };
}

/** `<` a day: before it begins; `<=`: before it ends; `>`: after it ends; `>=`: after it begins. */
export function createRange(field: string, operator: string, { from, until, isTime }: Bound): Filter {
  const dates = isTime ? { dates: true } : {};
  const isSpan = until > from;
  switch (operator) {
    case '<':
      return { kind: 'range', field, max: from, maxExclusive: true, ...dates };
    case '<=':
      return { kind: 'range', field, max: until, ...(isSpan ? { maxExclusive: true } : {}), ...dates };
    case '>':
      return { kind: 'range', field, min: until, ...(isSpan ? {} : { minExclusive: true }), ...dates };
    default:
      return { kind: 'range', field, min: from, ...dates };
  }
}

/** A range including both bounds; null if it is empty and neither bound is relative. */
export function createRangeBetween(field: string, from: Bound, to: Bound): Filter | null {
  const isSpan = to.until > to.from;
  const isReversed = isSpan ? from.from >= to.until : from.from > to.until;
  if (isReversed && !from.isRelative && !to.isRelative) return null;
  return { ...createRange(field, '<=', to), ...createRange(field, '>=', from) } as Filter;
}
