'use client';

import type { Suggestion } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import type { SearchBoxProducts } from './search-box-products.ts';
import { useCombobox } from './use-combobox.ts';
import type { Search } from './use-search.ts';

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
  /** Opens the page of a chosen completion, such as that of a category. False: searches for its text, as without this property. */
  readonly openSuggestion?: ((suggestion: Suggestion) => boolean) | undefined;
  /** Shows products below the completions. Completions that name a single product are then left out. */
  readonly products?: SearchBoxProducts | undefined;
  /** Read out when completions appear. Default: in English. */
  readonly countText?: ((count: number) => string) | undefined;
  /** Called after Enter or the choice of a completion, such as to open the results page. */
  readonly onSubmit?: ((query: string) => void) | undefined;
  /** The class of the outer element. The parts have the attribute `data-vitrine`: `input`, `list`, `option`, and with products `group` and `heading`. */
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
  const { search, label, placeholder, className, products } = props;
  const { renderSuggestion = ({ text }) => text, countText = countInEnglish } = props;
  const box = useCombobox(search, props);
  const { options, isOpen, active, optionId } = box;
  const rows = options.map((option, index) => (
    <li
      key={option.key}
      id={optionId(index)}
      data-vitrine="option"
      role="option"
      aria-selected={index === active}
      // The field keeps the focus, or `onBlur` closes the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => box.choose(option)}
    >
      {'hit' in option
        ? (products?.render?.(option.hit) ?? option.hit.item.name)
        : renderSuggestion(option.suggestion)}
    </li>
  ));
  // A list may not contain groups.
  const List = products === undefined ? 'ul' : 'div';
  const firstProduct = options.findIndex((option) => 'hit' in option);
  const completions = firstProduct === -1 ? rows.length : firstProduct;
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
      <List data-vitrine="list" id={box.listId} role="listbox" aria-label={label} hidden={!isOpen}>
        {isOpen && products === undefined && rows}
        {isOpen && products !== undefined && (
          <>
            <Group id={`${box.listId}-completions`} heading={products.headings.completions}>
              {rows.slice(0, completions)}
            </Group>
            <Group id={`${box.listId}-products`} heading={products.headings.products}>
              {rows.slice(completions)}
            </Group>
          </>
        )}
      </List>
      <span role="status" style={visuallyHidden}>
        {isOpen && !box.isStale ? countText(options.length) : ''}
      </span>
    </form>
  );
}

/** Options below a heading; nothing without options. */
function Group({
  id,
  heading,
  children,
}: {
  readonly id: string;
  readonly heading: string;
  readonly children: readonly ReactNode[];
}): ReactNode {
  if (children.length === 0) return null;
  return (
    <ul data-vitrine="group" role="group" aria-labelledby={id}>
      <li data-vitrine="heading" role="presentation" id={id}>
        {heading}
      </li>
      {children}
    </ul>
  );
}

function countInEnglish(count: number): string {
  return `${count} suggestion${count === 1 ? '' : 's'}`;
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
