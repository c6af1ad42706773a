import { isLayerShown } from '../shop/layer-parameters.ts';
import { formatResultsAddress } from '../shop/results-address.ts';
import { createIcon, h } from './dom.ts';
import { LayerAddress } from './search-address.ts';
import { SearchView } from './search-view.ts';
import { adoptStyles } from './styles.ts';
import type { ViewContext } from './view-context.ts';

/**
 * How long Enter in the open layer waits for products. Unlike a field of the page, the layer shows that they are on their way, so that slow
 * phone networks have their time.
 */
const answerMsMax = 3_000;

/**
 * The search over the page: a modal dialog in the shadow tree of `<vitrine-search layer>`, which is on the page while it is open. It has a field of its
 * own, as a field of the page cannot name options in a shadow tree to screen readers.
 */
export class SearchLayer {
  readonly #context: ViewContext;
  readonly #address = new LayerAddress();
  readonly #view: SearchView;
  readonly #host: HTMLElement;
  readonly #dialog: HTMLDialogElement;
  #field: HTMLInputElement | null = null;
  /** The query of the last Enter, while it waits for its products. */
  #awaited: { readonly query: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(context: ViewContext) {
    this.#context = context;
    const { texts } = context;
    const close = h(
      'button',
      {
        type: 'button',
        part: 'close',
        class: 'icon-button close',
        'aria-label': texts.text('close'),
        onclick: () => this.close(),
      },
      createIcon('close'),
    );
    this.#view = new SearchView({
      context,
      address: this.#address,
      hasField: true,
      ending: close,
      onSubmit: (query) => this.#onSubmit(query),
      onFailure: () => this.#onFailure(),
    });
    // Who types on no longer waits for the query of the last Enter, also where the new one has the same words.
    this.#view.input.addEventListener('input', () => this.#stopWaiting());
    this.#host = document.createElement('vitrine-search');
    this.#host.setAttribute('layer', '');
    const root = this.#host.shadowRoot ?? this.#host.attachShadow({ mode: 'open' });
    adoptStyles(root, context.pageStyle);
    this.#dialog = h(
      'dialog',
      {
        part: 'layer',
        class: 'layer',
        'aria-label': texts.text('search'),
        // Escape: the history is as before, too.
        oncancel: (event: Event) => {
          event.preventDefault();
          this.close();
        },
        onclick: (event: Event) => {
          if (event.target === this.#dialog) this.close();
        },
      },
      this.#view.element,
    );
    root.append(this.#dialog);
    addEventListener('popstate', () => this.#onHistory());
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  prepare(query: string): Promise<void> {
    return this.#view.prepare(query);
  }

  /** The field may have more than the query: what was typed while the products came. */
  open(query: string, field: HTMLInputElement | null): void {
    if (this.isOpen) return;
    const isTyped = field !== null && field.value.startsWith(query);
    this.#show(isTyped ? field.value : query, field);
    this.#address.open();
    if (isTyped && field.value !== query) this.#view.input.dispatchEvent(new Event('input'));
  }

  /** Opens it with the state of the page's address. */
  async restore(field: HTMLInputElement | null): Promise<void> {
    this.#address.open();
    try {
      await this.#view.restart();
    } catch (error) {
      this.#address.close();
      throw error;
    }
    if (!this.isOpen && isLayerShown()) this.#show(this.#view.query, field);
  }

  #show(text: string, field: HTMLInputElement | null): void {
    this.#field = field;
    this.#host.dir = getComputedStyle(document.documentElement).direction;
    document.body.append(this.#host);
    this.#dialog.showModal();
    const { input } = this.#view;
    input.value = text;
    input.focus();
    input.setSelectionRange(text.length, text.length);
  }

  /** Closes it by its button: the history is as before. */
  close(): void {
    if (!this.isOpen) return;
    this.#hide();
    this.#address.close();
  }

  #hide(): void {
    const { value } = this.#view.input;
    this.#dialog.close();
    this.#host.remove();
    if (this.#field?.isConnected !== true) return;
    this.#field.value = value;
    this.#field.focus({ preventScroll: true });
  }

  /** The back and forward buttons. */
  #onHistory(): void {
    if (this.isOpen && !isLayerShown()) {
      this.#address.leave();
      this.#hide();
    } else if (!this.isOpen && isLayerShown()) {
      this.restore(this.#field).catch(() => undefined);
    }
  }

  #onSubmit(query: string): boolean {
    const { resultsUrl } = this.#context.shop.settings;
    if (resultsUrl !== '' && query.trim() !== '') {
      location.assign(formatResultsAddress(resultsUrl, query));
      return true;
    }
    this.#stopWaiting();
    const timer = setTimeout(() => {
      this.#awaited = null;
      if (this.#isWaitingFor(query)) this.#searchInShop(query);
    }, answerMsMax);
    this.#awaited = { query, timer };
    return false;
  }

  #isWaitingFor(query: string): boolean {
    return this.isOpen && this.#view.query === query && !this.#view.isAnswered;
  }

  #stopWaiting(): void {
    if (this.#awaited !== null) clearTimeout(this.#awaited.timer);
    this.#awaited = null;
  }

  /** A search that was sent with Enter goes to the shop at once. */
  #onFailure(): boolean {
    const query = this.#awaited?.query ?? '';
    this.#stopWaiting();
    if (query.trim() !== '' && this.#isWaitingFor(query)) this.#searchInShop(query);
    if (this.isOpen) this.close();
    return false;
  }

  /** Sends the page's form, as if the layer was not there. */
  #searchInShop(query: string): void {
    const field = this.#field;
    if (field?.form === null || field?.isConnected !== true) return;
    this.close();
    field.value = query;
    this.#context.shop.searchInShop(field.form);
  }
}
