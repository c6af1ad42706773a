import type { Suggestion } from '@vitrine/sdk/shop';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Search } from './use-search.ts';
import { useSuggest } from './use-suggest.ts';

/** Properties of {@link SearchBox}. */
export interface SearchBoxProps {
  readonly search: Pick<Search, 'state' | 'setQuery' | 'submit'>;
  /** Names the field for those who cannot see it. */
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** Completions, at most. Default: 8. */
  readonly limit?: number | undefined;
  /** Draws a completion. Default: its text. */
  readonly renderSuggestion?: ((suggestion: Suggestion) => ReactNode) | undefined;
  /** Read out when completions appear. Default: in English. */
  readonly countText?: ((count: number) => string) | undefined;
  /** Called after Enter or the choice of a completion, such as to open the page of results. */
  readonly onSubmit?: ((query: string) => void) | undefined;
  /** Of the outer element. The parts have the attribute `data-vitrine`: `input`, `list`, `option`. */
  readonly className?: string | undefined;
}

/**
 * A search field with completions, without styles: the combobox with a listbox of the ARIA Authoring Practices. Arrow keys
 * move in the list, Enter chooses, Escape closes the list and then empties the field.
 *
 * @example
 * ```tsx
 * <SearchBox search={search} label="Search products" />
 * ```
 */
export function SearchBox(props: SearchBoxProps): ReactNode {
  const { search, label, placeholder, limit, className, renderSuggestion = ({ text }) => text } = props;
  const { countText = (count: number) => `${count} suggestion${count === 1 ? '' : 's'}` } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** What was typed; completions are for it while one of them is in the field. */
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { data = [], isStale } = useSuggest(typed, { limit, enabled: isOpen });
  const shown = isOpen && data.length > 0;
  const chosen = shown && !isStale ? data[active] : undefined;
  const optionId = (index: number): string => `${id}-${index}`;

  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const submit = (query: string): void => {
    close();
    search.submit(query);
    props.onSubmit?.(query);
  };
  const type = (query: string): void => {
    setTyped(query);
    setActive(-1);
    setOpen(true);
    search.setQuery(query);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Keys that an input method uses, such as Enter for a Japanese word.
    // Safari ends the composition before the key, whose code is then 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const action = keyAction(event.key, { isOpen: shown, active, count: data.length });
    if (action === null) return;
    if (action.type !== 'close') event.preventDefault();
    if (action.type === 'open') {
      setTyped(search.state.query);
      setOpen(true);
    } else if (action.type === 'move') setActive(action.to);
    else if (action.type === 'submit') submit(chosen?.text ?? search.state.query);
    else if (action.type === 'clear') type('');
    else close();
  };

  return (
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        submit(search.state.query);
      }}
    >
      <input
        ref={input}
        data-vitrine="input"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : optionId(active)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        value={search.state.query}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul data-vitrine="list" id={`${id}-list`} role="listbox" aria-label={label} hidden={!shown}>
        {shown &&
          data.map((suggestion, index) => (
            <li
              key={`${suggestion.kind} ${suggestion.text}`}
              id={optionId(index)}
              data-vitrine="option"
              role="option"
              aria-selected={index === active}
              // The field keeps the focus, or `onBlur` closes the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => submit(suggestion.text)}
            >
              {renderSuggestion(suggestion)}
            </li>
          ))}
      </ul>
      <span role="status" style={visuallyHidden}>
        {shown && !isStale ? countText(data.length) : ''}
      </span>
    </form>
  );
}

/** Read out, but not shown. */
const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

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
