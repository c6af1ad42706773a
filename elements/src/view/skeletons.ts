import { h } from './dom.ts';

/**
 * Cards without content, while products are loaded: as high as those with a name of one line, so that little moves. Without `Array.from()`, which old
 * versions of Prototype.js replace. `details` is the number of lines below the name.
 */
export function createSkeletons(count: number, details: number): HTMLElement[] {
  const cards: HTMLElement[] = [];
  while (cards.length < count) {
    const lines: HTMLElement[] = [];
    while (lines.length < details) lines.push(h('span', { class: 'detail line' }, '\u00a0'));
    const card = h(
      'span',
      { class: 'card' },
      h('span', { class: 'picture' }),
      h('span', { class: 'name' }, h('span', { class: 'line' }, '\u00a0')),
      ...lines,
      h('span', { class: 'price line short' }, '\u00a0'),
    );
    cards.push(h('li', { class: 'cell skeleton', 'aria-hidden': 'true' }, card));
  }
  return cards;
}
