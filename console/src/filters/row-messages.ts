import { capitalized } from '../parts/formats.ts';
import { isComplete, listRows, type FilterGroup } from './filter-model.ts';
import { findPlaces } from './write-filter.ts';

/** Messages of the service on a filter, by the row that each is about; `null`: those about no row. */
export type RowMessages = ReadonlyMap<number | null, string>;

/** Places the messages by the position that each names. Rows without a value come first: they displace the positions of others. */
export function placeMessages(group: FilterGroup, details: readonly string[]): RowMessages {
  const messages = new Map<number | null, string>();
  if (details.length === 0) return messages;
  for (const row of listRows(group))
    if (row.source === null && !isComplete(row) && row.field.trim() !== '')
      messages.set(row.key, 'Choose a value.');
  if (messages.size > 0) return messages;
  const places = [...findPlaces(group)];
  for (const detail of details) {
    const position = Number(/\bposition (\d+)/.exec(detail)?.[1] ?? Number.NaN);
    const key = places.find(([, { at, end }]) => position >= at && position <= end)?.[0] ?? null;
    if (!messages.has(key)) messages.set(key, describeFault(detail));
  }
  return messages;
}

/** A message without the name and the position that a text needs: the row shows them. */
function describeFault(detail: string): string {
  const expected = /must have (.+) at position \d+$/s.exec(detail)?.[1];
  if (expected !== undefined) return `Needs ${expected}.`;
  const text = detail.replace(/^.*?, position \d+: /s, '').replaceAll(/`([^`]*)`/g, '“$1”');
  return capitalized(/[.?!]$/.test(text) ? text : `${text}.`);
}
