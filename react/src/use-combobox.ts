'use client';

import type { SearchItem, Suggestion } from '@vitrine/sdk/shop';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { ListedItem } from './listed-item.ts';
import { useProductOptions, type SearchBoxProducts } from './search-box-products.ts';
import type { Search } from './use-search.ts';
import { useSuggest } from './use-suggest.ts';

/** What the list offers: a completion or a product. */
type ComboboxOption = { readonly key: string } & (
  | { readonly suggestion: Suggestion }
  | { readonly hit: ListedItem<SearchItem> }
);

interface Combobox {
  readonly listId: string;
  readonly optionId: (index: number) => string;
  /** Completions, then products. */
  readonly options: readonly ComboboxOption[];
  readonly isOpen: boolean;
  /** Whether the list is of an earlier text. */
  readonly isStale: boolean;
  /** The option in use, or -1. */
  readonly active: number;
  readonly type: (query: string) => void;
  readonly submit: (query: string) => void;
  readonly choose: (option: ComboboxOption) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** State and keys of a search field with completions: the editable combobox of the ARIA Authoring Practices. */
export function useCombobox(
  search: Pick<Search, 'state' | 'setQuery' | 'submit'>,
  {
    limit,
    products,
    openSuggestion,
    onSubmit,
  }: {
    readonly limit?: number | undefined;
    readonly products?: SearchBoxProducts | undefined;
    readonly openSuggestion?: ((suggestion: Suggestion) => boolean) | undefined;
    readonly onSubmit?: ((query: string) => void) | undefined;
  },
): Combobox {
  const id = useId();
  const [isOpened, setOpened] = useState(false);
  const [moved, setMoved] = useState(-1);
  const [typed, setTyped] = useState('');
  const isPressed = useMousePressed();
  const { data: suggestions = [], isStale } = useSuggest(typed, { limit, enabled: isOpened });
  const hits = useProductOptions(products, isOpened && typed !== '' && search.state.query === typed);
  const options: readonly ComboboxOption[] = [
    ...suggestions
      .filter(({ kind }) => products === undefined || kind !== 'item')
      .map((suggestion) => ({ key: `${suggestion.kind} ${suggestion.text}`, suggestion })),
    ...hits.map((hit) => ({ key: `product ${hit.item.id}`, hit })),
  ];
  const isOpen = isOpened && options.length > 0;
  // The options change when the replies to the current text arrive.
  const isChanging = isStale || (hits.length > 0 && products?.search.isStale === true);
  const active = isOpen && !isChanging && moved < options.length ? moved : -1;

  const open = (text: string): void => {
    setTyped(text);
    setMoved(-1);
    setOpened(true);
  };
  const close = (): void => {
    setOpened(false);
    setMoved(-1);
  };
  const type = (query: string): void => {
    open(query);
    search.setQuery(query);
  };
  const submit = (query: string): void => {
    close();
    search.submit(query);
    onSubmit?.(query);
  };
  const choose = (option: ComboboxOption): void => {
    if ('hit' in option) {
      close();
      products?.open(option.hit);
    } else if (openSuggestion?.(option.suggestion) === true) close();
    else submit(option.suggestion.text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Keys that an input method uses, such as Enter for a Japanese word.
    // Safari ends the composition before the key, whose code is then 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const action = keyAction(event.key, { isOpen, active, count: options.length });
    if (action === null) return;
    if (event.key !== 'Tab') event.preventDefault();
    if (action.type === 'open') open(search.state.query);
    else if (action.type === 'move') setMoved(action.to);
    else if (action.type === 'submit') {
      const option = options[active];
      if (option === undefined) submit(search.state.query);
      else choose(option);
    } else if (action.type === 'clear') type('');
    else close();
  };
  const onBlur = (): void => {
    if (!isPressed()) return close();
    // What is below the list would move before the button is released, and the click on it would be lost.
    window.addEventListener('mouseup', () => setTimeout(close), { once: true });
  };
  const listId = `${id}-list`;
  const optionId = (index: number): string => `${id}-${index}`;
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return {
    listId,
    optionId,
    options,
    isOpen,
    isStale: isChanging,
    active,
    type,
    submit,
    choose,
    onBlur,
    onKeyDown,
  };
}

/** Returns whether a mouse button is pressed; after a touch, browsers send the events of a mouse, too. */
function useMousePressed(): () => boolean {
  const isPressed = useRef(false);
  useEffect(() => {
    const note = ({ type }: MouseEvent): void => {
      isPressed.current = type === 'mousedown';
    };
    const events = ['mousedown', 'mouseup'] as const;
    for (const type of events) window.addEventListener(type, note, { capture: true });
    return () => {
      for (const type of events) window.removeEventListener(type, note, { capture: true });
    };
  }, []);
  return () => isPressed.current;
}

type KeyAction =
  | { readonly type: 'open' | 'close' | 'clear' | 'submit' }
  | { readonly type: 'move'; readonly to: number };

/** What a key does; null: what it does in any field. `active`: the option in use, or -1 for the field itself. */
function keyAction(
  key: string,
  { isOpen, active, count }: { readonly isOpen: boolean; readonly active: number; readonly count: number },
): KeyAction | null {
  if (key === 'Enter') return { type: 'submit' };
  if (key === 'Escape') return { type: isOpen ? 'close' : 'clear' };
  if (key === 'Tab') return isOpen ? { type: 'close' } : null;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  if (!isOpen) return { type: 'open' };
  // The field is between the last option and the first.
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return { type: 'move', to: ((active + 1 + step + places) % places) - 1 };
}
