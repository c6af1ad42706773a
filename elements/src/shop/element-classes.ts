import { elementNames, type ElementName, type MountedElement, type ShopViews } from './shop-context.ts';

/** Attributes of the elements, whose changes count. */
const attributes = ['placement', 'item', 'items', 'category', 'collection', 'filters', 'heading', 'limit'];

/** Space that is kept while a list loads, so that what is below does not move. */
const reserved = ':host{display:block;min-height:var(--vitrine-reserved,0)}:host([hidden]){display:none}';

/** Defines the elements. Each is empty until the views are loaded, which the first one on the page starts. */
export function defineElements(views: () => Promise<ShopViews>): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(reserved);
  for (const name of elementNames) {
    // Another copy of the script has defined them.
    if (customElements.get(name) === undefined) customElements.define(name, createClass(name, views, sheet));
  }
}

function createClass(
  name: ElementName,
  views: () => Promise<ShopViews>,
  sheet: CSSStyleSheet,
): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = attributes;
    #mounted: MountedElement | null = null;

    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
    }

    connectedCallback(): void {
      // The layer fills its own element.
      if (this.hasAttribute('layer')) return;
      views().then(
        (loaded) => {
          if (this.isConnected) this.#mounted ??= loaded.mount(this, name);
        },
        () => undefined,
      );
    }

    disconnectedCallback(): void {
      this.#mounted?.remove();
      this.#mounted = null;
    }

    attributeChangedCallback(): void {
      this.#mounted?.update();
    }
  };
}
