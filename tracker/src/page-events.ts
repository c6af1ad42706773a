import type { Tracker } from './tracker.ts';

/**
 * Sends the events of a page by its attributes: a click on an element with `data-vitrine-item`, within one with
 * `data-vitrine-search` or `data-vitrine-list` that names the list; and a view of each `data-vitrine-view`.
 */
export function trackPage(tracker: Tracker): void {
  addEventListener(
    'click',
    ({ target }) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-vitrine-item]') : null;
      if (element !== null) void tracker.click(element.dataset['vitrineItem'] ?? '', originOf(element));
    },
    true,
  );
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-vitrine-view]'))
    void tracker.view(dataset['vitrineView'] ?? '');
}

function originOf(element: HTMLElement) {
  const list = element.closest<HTMLElement>('[data-vitrine-search], [data-vitrine-list]');
  if (list === null) return {};
  const { vitrineSearch: searchId, vitrineList: recommendationId } = list.dataset;
  const position = [...list.querySelectorAll('[data-vitrine-item]')].indexOf(element) + 1;
  return searchId === undefined ? { recommendationId, position } : { searchId, position };
}
