import { LatestRequest } from '@vitrine/sdk/page';
import type { Suggestion, SuggestReply } from '@vitrine/sdk/shop';
import { createHighlighted, createIcon, h } from './dom.ts';
import type { ViewContext } from './view-context.ts';

interface SuggestionListOptions {
  readonly context: ViewContext;
  readonly input: HTMLInputElement;
  readonly id: string;
  /** Searches for a text. */
  readonly choose: (text: string) => void;
}

type Option = Pick<Suggestion, 'text' | 'highlighted'> & { readonly kind: Suggestion['kind'] | 'recent' };

const suggestionsMax = 8;

/**
 * Completions of the field, or its recent searches while it is empty: the list of an editable combobox of the ARIA Authoring Practices, in one row, so
 * that the results below do not move.
 */
export class SuggestionList {
  readonly element: HTMLElement;
  readonly #options: SuggestionListOptions;
  readonly #list: HTMLElement;
  readonly #title: HTMLElement;
  readonly #clear: HTMLElement;
  readonly #request = new LatestRequest<SuggestReply>();
  #shown: readonly Option[] = [];
  /** What is shown, to compare. */
  #content = '';
  #active = -1;

  constructor(options: SuggestionListOptions) {
    this.#options = options;
    const { id, input, context } = options;
    this.#list = h('ul', { part: 'suggestions', class: 'options', role: 'listbox', id });
    this.#title = h('span', { class: 'options-title' });
    const onclick = (): void => {
      context.recent.clear();
      this.#showRecent();
      input.focus();
    };
    this.#clear = h('button', { type: 'button', class: 'link', onclick }, context.texts.text('clearRecent'));
    this.element = h('div', { class: 'suggestions' }, this.#title, this.#list, this.#clear);
    this.#request.subscribe(() => this.#showReply());
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': 'false',
    }))
      input.setAttribute(name, value);
  }

  /** Shows what completes a text. */
  show(text: string): void {
    const query = text.trim();
    if (query === '') {
      this.#request.clear();
      this.#showRecent();
      return;
    }
    const { client, shop } = this.#options.context;
    const request = { q: query, limit: suggestionsMax, session: shop.session() };
    this.#request.run(query, (signal) => client.suggest(shop.project, request, { signal, retries: 0 }));
  }

  /** The option in use, or null. */
  get active(): string | null {
    return this.#shown[this.#active]?.text ?? null;
  }

  /** Moves to the next or the one before; the field itself is between the last and the first. Returns whether there are options. */
  move(step: 1 | -1): boolean {
    const places = this.#shown.length + 1;
    if (places === 1) return false;
    this.#activate(((this.#active + 1 + step + places) % places) - 1);
    return true;
  }

  leave(): void {
    this.#activate(-1);
  }

  #showRecent(): void {
    const { recent, texts } = this.#options.context;
    this.#show(
      recent.list().map((text) => ({ text, highlighted: '', kind: 'recent' })),
      texts.text('recent'),
    );
  }

  #showReply(): void {
    const { status, data } = this.#request.snapshot();
    if (status !== 'success' || data === undefined) return;
    // Products stand below anyway.
    const options = data.suggestions.filter(({ kind }) => kind !== 'item');
    this.#show(options, this.#options.context.texts.text('suggestions'));
  }

  /** A list that is shown already keeps its elements: one of them may be pressed, or in use by the keyboard. */
  #show(options: readonly Option[], title: string): void {
    const content = JSON.stringify([options, title]);
    if (content === this.#content) return;
    this.#content = content;
    this.#shown = options;
    this.#title.textContent = options.length === 0 ? '' : title;
    this.#list.setAttribute('aria-label', title);
    this.#clear.hidden = options[0]?.kind !== 'recent';
    this.#list.replaceChildren(...options.map((option, index) => this.#createOption(option, index)));
    this.#list.hidden = options.length === 0;
    this.#list.scrollLeft = 0;
    this.#options.input.setAttribute('aria-expanded', String(options.length > 0));
    this.#activate(-1);
  }

  #createOption({ text, highlighted, kind }: Option, index: number): HTMLElement {
    const icon = kind === 'recent' ? 'clock' : kind === 'brand' || kind === 'category' ? 'tag' : 'search';
    return h(
      'li',
      {
        part: 'suggestion',
        class: 'option',
        role: 'option',
        id: `${this.#options.id}-${index}`,
        'aria-selected': 'false',
        // The field keeps the focus.
        onmousedown: (event: Event) => event.preventDefault(),
        onclick: () => this.#options.choose(text),
      },
      createIcon(icon),
      h('span', {}, ...(highlighted === '' ? [text] : createHighlighted(shortenPath(highlighted)))),
    );
  }

  #activate(index: number): void {
    const options = [...this.#list.children];
    options[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const { input, id } = this.#options;
    if (index < 0) {
      input.removeAttribute('aria-activedescendant');
      return;
    }
    options[index]?.setAttribute('aria-selected', 'true');
    options[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    input.setAttribute('aria-activedescendant', `${id}-${index}`);
  }
}

/** The last level of a category's path, which is escaped HTML. */
function shortenPath(html: string): string {
  return html.split(' &gt; ').at(-1) ?? html;
}
