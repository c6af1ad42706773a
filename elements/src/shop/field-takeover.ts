import { formatResultsAddress } from './results-address.ts';
import { findFormField, findSearchField } from './search-field.ts';
import type { ShopViews } from './shop-context.ts';
import { isSentToShop, sendToShop, usefulMsMax } from './shop-forms.ts';

interface FieldTakeoverOptions {
  /** The selector of the settings. */
  readonly selector: string;
  /** The shop's results page with `{query}`; empty: the layer shows them. */
  readonly resultsUrl: string;
  /** Loads the views, once. */
  readonly views: () => Promise<ShopViews>;
}

/** A late reply opens the layer until then, while the shopper still types. */
const lateMsMax = 3_000;
/** After a failure, the shop's own search is left alone for this time. */
const pauseMs = 30_000;

/**
 * Takes over the search of the page. The field stays as it is until there is something to show: a service that is down or slow changes nothing.
 * Listens at the window, so that fields count which the theme creates or replaces later.
 */
export class FieldTakeover {
  readonly #options: FieldTakeoverOptions;
  #views: ShopViews | null = null;
  #pausedUntil = 0;
  #attempt = 0;
  readonly #listeners = new AbortController();

  constructor(options: FieldTakeoverOptions) {
    this.#options = options;
    const listen = (type: string, handle: (event: Event) => void): void =>
      addEventListener(type, handle, { capture: true, signal: this.#listeners.signal });
    listen('focusin', (event) => this.#onFocus(event));
    listen('click', (event) => this.#onClick(event));
    listen('input', (event) => this.#onInput(event));
    listen('compositionend', (event) => this.#onInput(event));
    listen('submit', (event) => this.#onSubmit(event));
  }

  stop(): void {
    this.#listeners.abort();
  }

  /** The service failed while the layer was open. */
  pause(): void {
    this.#pausedUntil = performance.now() + pauseMs;
  }

  #find(event: Event): HTMLInputElement | null {
    if (performance.now() < this.#pausedUntil) return null;
    return findSearchField(event, this.#options.selector);
  }

  /** Only loads: a layer that opens by the Tab key would surprise. */
  #onFocus(event: Event): void {
    if (this.#find(event) !== null) void this.#load().catch(() => this.pause());
  }

  #onClick(event: Event): void {
    const field = this.#find(event);
    // A click that a script sends, as by a label, opens nothing.
    if (field !== null && event.isTrusted) void this.#openFrom(field);
  }

  #onInput(event: Event): void {
    const field = this.#find(event);
    // A change of the focus would end the composition of a Japanese word.
    if (field !== null && !(event instanceof InputEvent && event.isComposing)) void this.#openFrom(field);
  }

  async #load(): Promise<ShopViews> {
    return (this.#views ??= await this.#options.views());
  }

  /** Opens the layer with what is in the field, unless that takes too long or the shopper went on. */
  async #openFrom(field: HTMLInputElement): Promise<void> {
    if (this.#views?.isOpen === true) return;
    const attempt = ++this.#attempt;
    const begun = performance.now();
    try {
      const views = await this.#load();
      await views.prepare(field.value);
      const isLate = performance.now() - begun > lateMsMax;
      if (attempt !== this.#attempt || isLate || !hasFocus(field)) return;
      views.open(field.value, field);
    } catch {
      this.pause();
    }
  }

  #onSubmit(event: Event): void {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || isSentToShop(form) || event.defaultPrevented) return;
    if (performance.now() < this.#pausedUntil) return;
    const field = findFormField(form, this.#options.selector);
    if (field === null || field.value.trim() === '') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void this.#search(form, field, (event as SubmitEvent).submitter);
  }

  /** Shows the results, or sends the form as it would have been sent. */
  async #search(
    form: HTMLFormElement,
    field: HTMLInputElement,
    submitter: HTMLElement | null,
  ): Promise<void> {
    const query = field.value.trim();
    const attempt = ++this.#attempt;
    try {
      await withTimeout(
        this.#load().then((views) => views.prepare(query)),
        usefulMsMax,
      );
      if (attempt !== this.#attempt) return;
      if (this.#options.resultsUrl === '') this.#views?.open(query, field);
      else location.assign(formatResultsAddress(this.#options.resultsUrl, query));
    } catch {
      this.pause();
      sendToShop(form, submitter);
    }
  }
}

function hasFocus(field: HTMLInputElement): boolean {
  const root = field.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement === field : false;
}

function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: Error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
