import type { Collection } from '@vitrine/sdk';
import { dateText } from '../app/time-spans.ts';
import { describeFilter } from '../filters/describe-filter.ts';
import type { ChangeSentence, NameItem } from './change-sentence.ts';

/** What was done to a collection, product by product. */
export function describeCollection(
  before: Collection | null,
  after: Collection | null,
  nameItem: NameItem,
): ChangeSentence[] {
  const collection = after ?? before;
  if (collection === null) return [];
  const name = `the collection “${collection.name ?? collection.id}”`;
  if (after === null) return [{ text: `Removed ${name}`, items: [] }];
  if (before === null) return [{ text: `Added ${name}`, items: [...(after.items ?? [])].slice(0, 6) }];
  const about = (verb: string, end: string, ids: readonly string[]): ChangeSentence[] =>
    ids.map((id) => ({ text: `${verb} ${nameItem(id)} ${end}`, items: [id] }));
  return [
    ...about('Added', `to ${name}`, findNew(before.items, after.items)),
    ...about('Removed', `from ${name}`, findNew(after.items, before.items)),
    ...about('Left', `out of ${name}`, findNew(before.exclude, after.exclude)),
    ...about('Let', `into ${name} again`, findNew(after.exclude, before.exclude)),
    ...describePins(before, after, name, nameItem),
    ...describeMembers(before, after, name).map((text) => ({ text, items: [] })),
  ];
}

function describePins(
  before: Collection,
  after: Collection,
  name: string,
  nameItem: NameItem,
): ChangeSentence[] {
  type PinnedProduct = NonNullable<Collection['pin']>[number];
  const formatKey = ({ id, filter }: PinnedProduct): string => id ?? filter ?? '';
  const named = ({ id, filter = '' }: PinnedProduct): string =>
    id === undefined ? `the best item where ${describeFilter(filter)}` : nameItem(id);
  const old = new Map((before.pin ?? []).map((pin) => [formatKey(pin), pin]));
  const now = new Map((after.pin ?? []).map((pin) => [formatKey(pin), pin]));
  const say = (text: string, { id }: PinnedProduct): ChangeSentence => ({
    text,
    items: id === undefined ? [] : [id],
  });
  return [
    ...[...now].flatMap(([key, pin]) =>
      old.get(key)?.position === pin.position
        ? []
        : [say(`Pinned ${named(pin)} to place ${pin.position} in ${name}`, pin)],
    ),
    ...[...old].flatMap(([key, pin]) =>
      now.has(key) ? [] : [say(`Unpinned ${named(pin)} in ${name}`, pin)],
    ),
  ];
}

function describeMembers(before: Collection, after: Collection, name: string): string[] {
  const differs = (member: keyof Collection): boolean =>
    JSON.stringify(before[member]) !== JSON.stringify(after[member]);
  const isReordered =
    differs('items') &&
    findNew(before.items, after.items).length + findNew(after.items, before.items).length === 0;
  return [
    ...(differs('name')
      ? [`Renamed the collection “${before.name ?? before.id}” to “${after.name ?? after.id}”`]
      : []),
    ...(differs('enabled') ? [`Switched ${name} ${after.enabled === false ? 'off' : 'on'}`] : []),
    ...(isReordered ? [`Moved products in ${name}`] : []),
    ...(differs('filter')
      ? [
          after.filter === undefined
            ? `Chose all products of ${name} by hand`
            : `Let items where ${describeFilter(after.filter)} join ${name}`,
        ]
      : []),
    ...(differs('sort') ? [`Changed the order of ${name}`] : []),
    ...(differs('from')
      ? [
          after.from === undefined
            ? `${capital(name)} has no start`
            : `${capital(name)} starts on ${dateText(after.from)}`,
        ]
      : []),
    ...(differs('until')
      ? [
          after.until === undefined
            ? `${capital(name)} has no end`
            : `${capital(name)} ends on ${dateText(after.until)}`,
        ]
      : []),
    ...(differs('userData') ? [`Changed the banner of ${name}`] : []),
  ];
}

function findNew(before: readonly string[] = [], after: readonly string[] = []): string[] {
  return after.filter((id) => !before.includes(id));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
