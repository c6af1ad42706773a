import { h } from './dom.ts';

/** Cards without content, while products are loaded. Without `Array.from()`, which old versions of Prototype.js replace. */
export function createSkeletons(count: number): HTMLElement[] {
  const cards: HTMLElement[] = [];
  while (cards.length < count) {
    cards.push(
      h(
        'li',
        { class: 'cell skeleton', 'aria-hidden': 'true' },
        h('span', { class: 'picture' }),
        h('span', { class: 'line' }),
        h('span', { class: 'line short' }),
      ),
    );
  }
  return cards;
}
