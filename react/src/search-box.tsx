'use client';

import type { Suggestion } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import type { Search } from './use-search.ts';
import { useCombobox } from './use-combobox.ts';

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
  /** Called after Enter or the choice of a completion, such as to open the results page. */
  readonly onSubmit?: ((query: string) => void) | undefined;
  /** The class of the outer element. The parts have the attribute `data-vitrine`: `input`, `list`, `option`. */
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
  const { search, label, placeholder, className, renderSuggestion = ({ text }) => text } = props;
  const { countText = (count: number) => `${count} suggestion${count === 1 ? '' : 's'}` } = props;
  const box = useCombobox(search, props);
  const { suggestions, isOpen, active, optionId } = box;
  return (
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        box.submit(search.state.query);
      }}
    >
      <input
        data-vitrine="input"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={box.listId}
        aria-activedescendant={active < 0 ? undefined : optionId(active)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        value={search.state.query}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.onKeyDown}
        onBlur={box.onBlur}
      />
      <ul data-vitrine="list" id={box.listId} role="listbox" aria-label={label} hidden={!isOpen}>
        {isOpen &&
          suggestions.map((suggestion, index) => (
            <li
              key={`${suggestion.kind} ${suggestion.text}`}
              id={optionId(index)}
              data-vitrine="option"
              role="option"
              aria-selected={index === active}
              // The field keeps the focus, or `onBlur` closes the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => box.submit(suggestion.text)}
            >
              {renderSuggestion(suggestion)}
            </li>
          ))}
      </ul>
      <span role="status" style={visuallyHidden}>
        {isOpen && !box.isStale ? countText(suggestions.length) : ''}
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
