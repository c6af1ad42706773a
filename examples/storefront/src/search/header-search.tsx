import { SearchBox } from '@vitrine/react';
import type { Suggestion } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { isListing, openResults, useShopLocation } from '../app/router.ts';
import { Icon } from '../parts/icons.tsx';
import { useTexts } from '../texts/language.ts';
import { useShopSearch } from './shop-search.tsx';

/** The search field of all pages. The first keystroke on another page opens the page of results. */
export function HeaderSearch(): ReactNode {
  const { path } = useShopLocation();
  const { search, onSubmit } = useShopSearch();
  const { search: texts } = useTexts();
  const setQuery = (query: string): void => {
    if (!isListing(path)) openResults();
    search.setQuery(query);
  };
  return (
    <div className="header-search">
      <Icon name="search" />
      <SearchBox
        search={{ ...search, setQuery }}
        label={texts.label}
        placeholder={texts.placeholder}
        limit={6}
        countText={texts.suggestions}
        renderSuggestion={(suggestion) => <Completion suggestion={suggestion} />}
        onSubmit={onSubmit}
      />
    </div>
  );
}

function Completion({ suggestion: { text, count } }: { readonly suggestion: Suggestion }): ReactNode {
  return (
    <>
      <span className="completion">{text}</span>
      <span className="count">{count}</span>
    </>
  );
}
