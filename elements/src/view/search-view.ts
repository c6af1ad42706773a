import {
  emptySearch,
  formatSearchState,
  SearchStore,
  type SearchState,
  type UrlAdapter,
} from '@vitrine/sdk/page';
import { photoTypes } from '@vitrine/sdk/shop';
import { createBanners, listBanners, placeBanners } from './banners.ts';
import { createCard } from './card.ts';
import { createIcon, h } from './dom.ts';
import { createChosen, createFacets, type FacetChanges } from './facets.ts';
import { shrinkPhoto } from './photo-file.ts';
import { ResultsRequest, type SearchResults, type SearchScope } from './search-results.ts';
import { createSkeletons } from './skeletons.ts';
import { SuggestionList } from './suggestion-list.ts';
import type { ViewContext } from './view-context.ts';

export interface SearchViewOptions {
  readonly context: ViewContext;
  readonly address: UrlAdapter;
  /** Whether the view has a field of its own, with suggestions. */
  readonly hasField: boolean;
  /** Another element of the page shows the products. */
  readonly hasOtherResults?: boolean;
  readonly scope?: SearchScope;
  /** Enter or a suggestion; returns whether it is done elsewhere, as on the shop's results page. */
  readonly onSubmit?: (query: string) => boolean;
  /** The service failed. Returns whether the view needs to say so. */
  readonly onFailure?: () => boolean;
  /** At the end of the bar: the button that closes the layer. */
  readonly ending?: HTMLElement;
}

let views = 0;
const skeletonCards = 8;

/** Field, suggestions, facets and products. */
export class SearchView {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #options: SearchViewOptions;
  readonly #store: SearchStore;
  readonly #results: ResultsRequest;
  readonly #suggestions: SuggestionList;
  readonly #facets = h('div', { class: 'facets', part: 'facets' });
  readonly #chosen = h('div', { class: 'chosen-list' });
  readonly #title: HTMLElement;
  readonly #status = h('p', { class: 'count-line', role: 'status' });
  readonly #notice = h('div', { class: 'notice' });
  readonly #grid: HTMLElement;
  readonly #more: HTMLButtonElement;
  readonly #above: HTMLElement;
  readonly #below: HTMLElement;
  readonly #sort: HTMLSelectElement;
  readonly #clear: HTMLButtonElement;
  readonly #body: HTMLElement;
  readonly #opened = new Set<string>();
  readonly #ends: (() => void)[] = [];
  /** Ends following the address. */
  #disconnect: () => void = () => undefined;
  #preview: HTMLCanvasElement | null = null;
  #shown: SearchResults | undefined;
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(options: SearchViewOptions) {
    this.#options = options;
    const { context } = options;
    const { texts, shop } = context;
    const id = `vitrine-${++views}`;
    this.#store = new SearchStore(options.address);
    this.#results = new ResultsRequest(context, options.scope ?? {});
    this.input = h('input', {
      part: 'field',
      class: 'field',
      type: 'text',
      inputmode: 'search',
      enterkeyhint: 'search',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: '200',
      'aria-label': texts.text('search'),
      placeholder: texts.text('placeholder'),
      oninput: () => this.#onInput(),
      onkeydown: (event: KeyboardEvent) => this.#onKey(event),
    });
    this.#suggestions = new SuggestionList({
      context,
      input: this.input,
      id: `${id}-list`,
      choose: (text) => this.submit(text),
    });
    this.#clear = h(
      'button',
      {
        type: 'button',
        class: 'icon-button clear',
        'aria-label': texts.text('clear'),
        onclick: () => this.#clearQuery(),
      },
      createIcon('close'),
    );
    this.#title = h('h2', { class: 'title', part: 'title' });
    this.#grid = h('ul', { class: 'grid', part: 'products' });
    this.#above = h('div', { class: 'banners' });
    this.#below = h('div', { class: 'banners' });
    this.#more = h(
      'button',
      { type: 'button', class: 'button more', part: 'more', onclick: () => this.#results.more(this.#state) },
      texts.text('more'),
    );
    this.#sort = this.#createSort();
    const filterButton = this.#createFilterButton();
    const sortLabel = h(
      'label',
      { class: 'sort' },
      h('span', { class: 'sort-label' }, texts.text('sort')),
      this.#sort,
    );
    this.#body = h(
      'div',
      { class: 'body' },
      this.#createFilterPanel(filterButton),
      h(
        'div',
        { class: 'main' },
        h(
          'div',
          { class: 'toolbar' },
          h('div', { class: 'headline' }, this.#status, this.#title),
          filterButton,
          shop.settings.sorts.length > 0 ? sortLabel : null,
        ),
        this.#chosen,
        this.#notice,
        this.#above,
        this.#grid,
        this.#more,
        this.#below,
      ),
    );
    const bar = h(
      'div',
      { class: 'bar', role: 'search' },
      h(
        'span',
        { class: 'field-box' },
        createIcon('search'),
        this.input,
        this.#clear,
        this.#createPhotoButton(),
      ),
      options.ending ?? null,
    );
    this.element = h(
      'div',
      { class: 'search', lang: texts.language },
      ...(options.hasField ? [bar, this.#suggestions.element, h('div', { class: 'progress' })] : []),
      options.hasOtherResults === true ? null : this.#body,
    );
    this.#follow();
  }

  get #state(): SearchState {
    return this.#store.snapshot().state;
  }

  get query(): string {
    return this.#state.query;
  }

  #follow(): void {
    this.#ends.push(
      this.#store.subscribe(() => this.#onChange()),
      this.#results.subscribe(() => this.#showResults()),
    );
    this.#connect();
  }

  #connect(): void {
    this.#disconnect();
    this.#disconnect = this.#store.connect(this.#options.address);
  }

  remove(): void {
    for (const end of this.#ends) end();
    this.#disconnect();
    this.#store.stop();
    this.#results.cancel();
  }

  /** Takes over the state of the address, which has become another. Resolves when there is something to show. */
  restart(): Promise<void> {
    this.#connect();
    return this.start();
  }

  /** Searches for the state of the address. Resolves when there is something to show. */
  start(): Promise<void> {
    this.#onChange();
    this.#suggestions.show(this.query);
    return this.#settled();
  }

  /** Searches for a query without an address, before the layer opens. */
  prepare(query: string): Promise<void> {
    if (query !== this.query) this.#store.change({ ...emptySearch, query });
    else this.#onChange();
    this.#suggestions.show(query);
    return this.#settled();
  }

  set scope(scope: SearchScope) {
    this.#results.scope = scope;
    this.#onChange();
  }

  /** Whether the products are those of the state. */
  get isAnswered(): boolean {
    return this.#results.answers(this.#state);
  }

  /** Resolves when the products of the state are there; rejects if the search failed. */
  #settled(): Promise<void> {
    if (this.isAnswered || this.#options.hasOtherResults === true) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  submit(query: string): void {
    const { onSubmit, context } = this.#options;
    context.recent.add(query);
    this.#suggestions.leave();
    if (onSubmit?.(query) === true) return;
    if (query.trim() !== '') this.#endPhoto();
    this.input.value = query;
    this.#store.change({ query, page: 1 });
    this.#suggestions.show(query);
    const redirect = this.#shown?.reply.redirect?.url;
    // A path is one of the shop, whatever base its page declares.
    if (redirect !== undefined && this.isAnswered) location.assign(new URL(redirect, location.href));
  }

  #onInput(): void {
    const { value } = this.input;
    this.#endPhoto();
    this.#store.type(value);
    this.#suggestions.show(value);
    this.#clear.hidden = value === '';
  }

  #onKey(event: KeyboardEvent): void {
    // Keys of an input method, such as Enter for a Japanese word; Safari ends the composition first.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      this.submit(this.#suggestions.active ?? this.input.value);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (this.#suggestions.move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
    } else if (event.key === 'Escape' && this.#suggestions.active !== null) {
      event.preventDefault();
      event.stopPropagation();
      this.#suggestions.leave();
    }
  }

  #clearQuery(): void {
    this.input.value = '';
    this.#onInput();
    this.input.focus();
  }

  /** The state is another: by the shopper or the back button. */
  #onChange(): void {
    const { state, isTyping } = this.#store.snapshot();
    if (!isTyping && this.input.value !== state.query) this.input.value = state.query;
    this.#clear.hidden = this.input.value === '';
    this.#sort.value = state.sort;
    if (this.#options.hasOtherResults !== true) this.#results.run(state, isTyping);
  }

  readonly #changes: FacetChanges = {
    toggle: (field, value) => {
      const { facets } = this.#state;
      const chosen = facets[field] ?? [];
      const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
      this.#store.change({ facets: { ...facets, [field]: next }, page: 1 });
    },
    setRange: (field, range) => {
      const { [field]: _before, ...others } = this.#state.ranges;
      const isOpen = range.min === undefined && range.max === undefined;
      this.#store.change({ ranges: isOpen ? others : { ...others, [field]: range }, page: 1 });
    },
  };

  #showResults(): void {
    const { status, data, isLoadingMore, error } = this.#results.snapshot();
    this.element.classList.toggle('loading', status === 'loading');
    this.#body.setAttribute('aria-busy', String(status === 'loading'));
    this.#more.disabled = isLoadingMore;
    if (status === 'loading' && data === undefined) this.#showSkeleton();
    if (status === 'error') this.#showFailure(error ?? new Error('The search failed'));
    if (status !== 'success' || data === undefined) return;
    this.#show(data);
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #showSkeleton(): void {
    this.#grid.replaceChildren(
      ...createSkeletons(skeletonCards, this.#options.context.shop.settings.cardFields.length),
    );
    this.#more.hidden = true;
  }

  #showFailure(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    if (this.#options.onFailure?.() === false) return;
    const { texts } = this.#options.context;
    const isPhoto = this.#results.isOfPhoto;
    const retry = h(
      'button',
      { type: 'button', class: 'button', onclick: () => this.#results.repeat(this.#state) },
      texts.text('retry'),
    );
    this.#notice.replaceChildren(
      h('p', {}, texts.text(isPhoto ? 'photoFailed' : 'failed')),
      isPhoto ? '' : retry,
    );
    if (this.#grid.querySelector('.skeleton') !== null) this.#grid.replaceChildren();
  }

  #show(results: SearchResults): void {
    const { context } = this.#options;
    const { reply, hits } = results;
    const before = this.#shown;
    this.#shown = results;
    const isMore = before !== undefined && before.reply === reply && hits.length > before.hits.length;
    const cards = (isMore ? hits.slice(before.hits.length) : hits).map(({ item, origin }) =>
      createCard(context, item, origin),
    );
    const first = isMore ? before.hits.length + 1 : 1;
    const cells = placeBanners(listBanners(reply), cards, first);
    if (isMore) {
      this.#grid.append(...cells);
      cards[0]?.querySelector('a')?.focus();
    } else {
      this.#grid.replaceChildren(...cells);
      this.#showSurroundings(results);
    }
    this.#more.hidden = hits.length >= reply.total;
  }

  #showSurroundings({ reply }: SearchResults): void {
    const { context } = this.#options;
    const state = this.#state;
    const focused = this.#readFocusedKey();
    this.#facets.replaceChildren(
      ...(reply.total === 0 && !hasChoice(state)
        ? []
        : createFacets(context, reply, state, this.#opened, this.#changes)),
    );
    this.#body.classList.toggle('without-facets', this.#facets.childElementCount === 0);
    this.#chosen.replaceChildren(...createChosen(context, reply, state, this.#changes));
    this.#showBanners(reply);
    this.#showTexts(reply, state);
    if (focused !== null) this.#focusKey(focused);
    this.#body.scrollTop = 0;
  }

  #showBanners(reply: SearchResults['reply']): void {
    const banners = listBanners(reply);
    this.#above.replaceChildren(...createBanners(banners, 'above'));
    this.#below.replaceChildren(...createBanners(banners, 'below'));
  }

  #showTexts(reply: SearchResults['reply'], { query }: SearchState): void {
    const { texts } = this.#options.context;
    const isPhoto = this.#results.isOfPhoto;
    const isBrowsing = query.trim() === '' && !isPhoto;
    const isEmpty = reply.total === 0;
    const title = isBrowsing || (isEmpty && reply.items.length > 0) ? texts.text('popular') : '';
    this.#title.textContent = title;
    this.#title.hidden = title === '';
    const count = isEmpty ? this.#describeNothing(query, isPhoto) : texts.countResults(reply.total);
    this.#status.replaceChildren(...(isBrowsing ? [] : [h('bdi', {}, count)]));
    const notices: (Node | string)[] = [];
    if (this.#preview !== null) notices.push(h('span', { class: 'preview' }, this.#preview));
    if (reply.correctedQuery !== null && !isEmpty)
      notices.push(h('p', {}, texts.text('corrected', { query: reply.correctedQuery })));
    if (reply.fallback === 'words_dropped' && !isPhoto) notices.push(h('p', {}, texts.text('relaxed')));
    const categories = reply.nearestCategories ?? [];
    if (reply.confidence === 'low' && categories.length > 0) {
      const buttons = categories.map(({ field, value }) =>
        h(
          'button',
          { type: 'button', class: 'button', onclick: () => this.#changes.toggle(field, value) },
          value.split(' > ').at(-1),
        ),
      );
      notices.push(
        h(
          'div',
          { class: 'question', role: 'group', 'aria-label': texts.text('photoUnsure') },
          h('p', {}, texts.text('photoUnsure')),
          ...buttons,
        ),
      );
    }
    this.#notice.replaceChildren(...notices);
  }

  #describeNothing(query: string, isPhoto: boolean): string {
    const { texts } = this.#options.context;
    return isPhoto ? texts.text('photoNone') : texts.text('nothing', { query });
  }

  #createSort(): HTMLSelectElement {
    const { texts, shop } = this.#options.context;
    const names: Readonly<Record<string, string>> = {
      'price:asc': texts.text('priceUp'),
      'price:desc': texts.text('priceDown'),
    };
    const name = (sort: string): string => {
      const [field = sort, direction] = sort.split(':');
      return texts.own(`sort.${sort}`) ?? names[sort] ?? `${field} ${direction === 'desc' ? '↓' : '↑'}`;
    };
    return h(
      'select',
      {
        class: 'select',
        part: 'sort',
        'aria-label': texts.text('sort'),
        onchange: () => this.#store.change({ sort: this.#sort.value, page: 1 }),
      },
      h('option', { value: '' }, texts.text('relevance')),
      ...shop.settings.sorts.map((sort) => h('option', { value: sort }, name(sort))),
    );
  }

  #createPhotoButton(): HTMLElement | null {
    const { texts, shop } = this.#options.context;
    if (!shop.settings.photo) return null;
    const file = h('input', {
      type: 'file',
      accept: photoTypes,
      hidden: true,
      onchange: () => void this.searchPhoto(file.files?.[0] ?? null).then(() => (file.value = '')),
    });
    const button = h(
      'button',
      {
        type: 'button',
        part: 'photo-button',
        class: 'icon-button',
        'aria-label': texts.text('photo'),
        onclick: () => file.click(),
      },
      createIcon('camera'),
    );
    return h('span', { class: 'photo' }, file, button);
  }

  /** Searches by a photo in place of words. */
  async searchPhoto(file: Blob | null): Promise<void> {
    if (file === null) return;
    const { blob, preview } = await shrinkPhoto(file);
    this.#preview = preview;
    this.#results.photo = blob;
    const isSame = formatSearchState(this.#state) === formatSearchState(emptySearch);
    this.#status.textContent = this.#options.context.texts.text('photoSearching');
    if (isSame) this.#onChange();
    else this.#store.change(emptySearch);
  }

  #endPhoto(): void {
    if (!this.#results.isOfPhoto) return;
    this.#results.photo = null;
    this.#preview = null;
  }

  #createFilterButton(): HTMLButtonElement {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'button filter-button',
        'aria-expanded': 'false',
        onclick: () => this.#toggleFilters(button),
      },
      createIcon('filter'),
      this.#options.context.texts.text('filters'),
    );
    return button;
  }

  /** The facets; on a phone, they cover the products. */
  #createFilterPanel(filterButton: HTMLElement): HTMLElement {
    const { texts } = this.#options.context;
    const toggle = (): void => this.#toggleFilters(filterButton);
    const close = h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': texts.text('showResults'), onclick: toggle },
      createIcon('close'),
    );
    const onkeydown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !this.#body.classList.contains('filtering')) return;
      event.preventDefault();
      event.stopPropagation();
      toggle();
    };
    return h(
      'div',
      { class: 'filter-panel', onkeydown },
      h('div', { class: 'panel-head' }, h('strong', { class: 'title' }, texts.text('filters')), close),
      this.#facets,
      h(
        'button',
        { type: 'button', class: 'button primary show-results', onclick: toggle },
        texts.text('showResults'),
      ),
    );
  }

  #toggleFilters(button: HTMLElement): void {
    const isOpen = this.#body.classList.toggle('filtering');
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) this.#body.querySelector<HTMLElement>('.panel-head button')?.focus();
    else button.focus();
  }

  /** The control that has the focus, which is created again with the next reply. */
  #readFocusedKey(): string | null {
    const root = this.element.getRootNode();
    const active = root instanceof ShadowRoot ? root.activeElement : null;
    return active instanceof HTMLElement ? (active.dataset['key'] ?? null) : null;
  }

  #focusKey(key: string): void {
    const found = [...this.#body.querySelectorAll<HTMLElement>('[data-key]')].find(
      (one) => one.dataset['key'] === key,
    );
    found?.focus();
  }
}

function hasChoice({ facets, ranges }: SearchState): boolean {
  return Object.values(facets).some((values) => values.length > 0) || Object.keys(ranges).length > 0;
}
