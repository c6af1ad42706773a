import type { PlacementListReply } from '@vitrine/sdk/shop';
import type { MountedElement } from '../shop/shop-context.ts';
import { createBanners, listPlacementBanners, placeBanners } from './banners.ts';
import { createCard } from './card.ts';
import { h } from './dom.ts';
import { groupLists } from './page-groups.ts';
import { hideToJson } from './plain-lists.ts';
import { createSkeletons } from './skeletons.ts';
import type { ViewContext } from './view-context.ts';

const skeletonCards = 4;

/** Fills `<vitrine-list>` with the products of a placement. It is hidden while there are none. */
export function mountList(context: ViewContext, element: HTMLElement, root: ShadowRoot): MountedElement {
  const heading = h('h2', { class: 'title', part: 'title' });
  const [above, below] = [h('div', { class: 'banners' }), h('div', { class: 'banners' })];
  const list = h('ul', { class: 'grid row', part: 'products' });
  const section = h('section', { class: 'list', lang: context.texts.language }, heading, above, list, below);
  // Without reserved space, what is below would move twice.
  const isReserved = element.getBoundingClientRect().height > 0;
  section.hidden = !isReserved;
  root.append(section);
  let abort = new AbortController();
  let asked = '';
  const read = (name: string): string => element.getAttribute(name)?.trim() ?? '';

  const load = async (): Promise<void> => {
    const placement = read('placement');
    const page = context.shop.pageItem();
    const item = read('item') || (page?.item ?? '');
    const items = read('items')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const category = read('category');
    const limit = Number(read('limit')) || undefined;
    const key = JSON.stringify({
      placement,
      item,
      category,
      limit,
      page: location.pathname,
      all: items.join(),
    });
    if (placement === '' || key === asked) return;
    asked = key;
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    const ask = (shown: readonly string[]): Promise<PlacementListReply | null> => {
      const { shop, client } = context;
      const request = {
        ...(item === '' ? {} : { item }),
        ...(read('item') === '' && page !== null ? { by: page.by } : {}),
        ...(items.length === 0 ? {} : { items }),
        ...(category === '' ? {} : { category }),
        ...(limit === undefined ? {} : { limit }),
        ...(shown.length === 0 ? {} : { shown }),
        session: shop.session(),
        language: shop.language,
      };
      return client.recommend
        .placement(shop.project, placement, hideToJson(request), { signal, retries: 0 })
        .catch(() => null);
    };
    let reply = await ask([]);
    const group = reply?.placement.group ?? null;
    const shown = group === null ? [] : await groupLists.readShown(element, group);
    if (shown.length > 0) reply = await ask(shown);
    groupLists.show(element, { group, ids: reply?.items.map(({ id }) => id) ?? [] });
    if (signal.aborted) return;
    show(reply, read('heading') || reply?.placement?.title || '');
  };

  const show = (reply: PlacementListReply | null, title: string): void => {
    const { items = [], recommendationId = '' } = reply ?? {};
    // Without products there is no banner, as the page shows nothing here.
    const banners = reply === null || items.length === 0 ? [] : listPlacementBanners(reply);
    const cards = items.map((item, index) =>
      createCard(context, item, { recommendationId, position: index + 1 }),
    );
    heading.textContent = title;
    heading.hidden = title === '';
    list.replaceChildren(...placeBanners(banners, cards));
    above.replaceChildren(...createBanners(banners, 'above'));
    below.replaceChildren(...createBanners(banners, 'below'));
    list.setAttribute('aria-label', title);
    section.hidden = items.length === 0 && !isReserved;
    if (items.length > 0) element.hidden = false;
    if (isReserved)
      changeUnseen(element, () => {
        element.hidden = items.length === 0;
        element.style.removeProperty('--vitrine-reserved');
      });
    else element.hidden = items.length === 0;
  };

  heading.textContent = read('heading') || '\u00a0';
  list.replaceChildren(...createSkeletons(skeletonCards, context.shop.settings.cardFields.length));
  groupLists.add(element);
  void load();
  return {
    update: () => void load(),
    remove: () => {
      abort.abort();
      groupLists.remove(element);
      section.remove();
    },
  };
}

/** Changes the height of a list when its space is not on the screen, so that nothing that is seen moves. */
function changeUnseen(element: HTMLElement, change: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    const isSeen = entries.some(
      ({ isIntersecting, boundingClientRect }) => isIntersecting && boundingClientRect.height > 0,
    );
    if (isSeen) return;
    change();
    observer.disconnect();
  });
  observer.observe(element);
}
