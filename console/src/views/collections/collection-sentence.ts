import type { Collection } from '@vitrine/sdk';
import { dateText, timeSpanOf } from '../../app/time-spans.ts';
import { describeFilter } from '../../filters/describe-filter.ts';
import { capitalized, counted } from '../../parts/formats.ts';
import { sorts } from '../../parts/sorts.ts';

/** A collection in words: "2 chosen items, then items where onSale is true. Without 1 item, 1 pinned, price: low to high." */
export function sentenceOf({
  items = [],
  filter = '',
  exclude = [],
  pin = [],
  sort = [],
}: Collection): string {
  const parts = [
    ...(items.length === 0 ? [] : [counted(items.length, 'chosen item')]),
    ...(filter.trim() === '' ? [] : [`items where ${describeFilter(filter)}`]),
  ];
  const order = sort.map((key) => sorts.find(([one]) => one === key)?.[1].toLowerCase() ?? key);
  const details = [
    ...(exclude.length === 0 ? [] : [`without ${counted(exclude.length, 'item')}`]),
    ...(pin.length === 0 ? [] : [`${pin.length} pinned`]),
    ...(order.length === 0 ? [] : [`the others by ${order.join(', ')}`]),
  ];
  return [parts, details]
    .filter((texts) => texts.length > 0)
    .map((texts, i) => `${capitalized(texts.join(i === 0 ? ', then ' : ', '))}.`)
    .join(' ');
}

/** Whether shops find it at a time. */
export function statusOf(
  { from = '', until = '' }: Pick<Collection, 'from' | 'until'>,
  isEnabled: boolean,
  now: number,
): { text: string; tone: string } {
  if (!isEnabled) return { text: 'Off', tone: '' };
  const [begins, ends] = [timeSpanOf(from), timeSpanOf(until)];
  if (ends !== null && ends.until <= now) return { text: `Ended ${dateText(until)}`, tone: '' };
  if (begins !== null && begins.from > now) return { text: `Scheduled ${dateText(from)}`, tone: 'warn' };
  return { text: 'On', tone: 'good' };
}
