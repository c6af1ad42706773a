import { memoryUrl } from '@vitrine/sdk/page';
import { photoTypes } from '@vitrine/sdk/shop';
import type { MountedElement } from '../shop/shop-context.ts';
import { createIcon, h } from './dom.ts';
import { SearchView } from './search-view.ts';
import type { ViewContext } from './view-context.ts';

/** Fills `<vitrine-photo>`: a place for a photo, and the products that look like it. */
export function mountPhoto(context: ViewContext, root: ShadowRoot): MountedElement {
  const { texts } = context;
  const view = new SearchView({ context, address: memoryUrl(), hasField: false });
  view.element.hidden = true;
  const search = (file: Blob | undefined): void => {
    if (file === undefined) return;
    view.element.hidden = false;
    void view.searchPhoto(file);
  };
  const file = h('input', {
    type: 'file',
    accept: photoTypes,
    hidden: true,
    onchange: () => search(file.files?.[0]),
  });
  const stop = (event: Event): void => event.preventDefault();
  const place = h(
    'button',
    {
      type: 'button',
      part: 'drop-zone',
      class: 'drop-zone',
      onclick: () => file.click(),
      ondragover: stop,
      ondrop: (event: DragEvent) => {
        event.preventDefault();
        search(event.dataTransfer?.files[0]);
      },
    },
    createIcon('camera'),
    h('strong', {}, texts.text('photoSearch')),
    h('span', {}, texts.text('photoHint')),
  );
  const section = h('div', { class: 'photo-search', lang: texts.language }, file, place, view.element);
  root.append(section);
  return {
    update: () => undefined,
    remove: () => {
      view.remove();
      section.remove();
    },
  };
}
