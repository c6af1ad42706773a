import { SearchBox, useTrack, type ListedItem } from '@vitrine/react';
import type { SearchItem, Suggestion } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { isListing, navigate, openResults, useShopLocation } from '../app/router.ts';
import { Icon } from '../parts/icons.tsx';
import { categoryPage, pageOf } from '../parts/item-fields.ts';
import { useTexts } from '../texts/language.ts';
import { CompletedText, CompletedProduct } from './completions.tsx';
import { useShopSearch } from './shop-search.tsx';

/** The search field of all pages. The first keystroke on another page opens the page of results. */
export function HeaderSearch(): ReactNode {
  const { path } = useShopLocation();
  const { search, onSubmit } = useShopSearch();
  const { search: texts } = useTexts();
  const track = useTrack();
  const setQuery = (query: string): void => {
    if (!isListing(path)) openResults();
    search.setQuery(query);
  };
  // What others buy does not match what is typed.
  const hits = search.data?.fallback === 'popular' ? [] : search.hits;
  const openProduct = (hit: ListedItem<SearchItem>): void => {
    void track.click(hit);
    navigate(pageOf(hit.item));
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
        renderSuggestion={(suggestion) => <CompletedText suggestion={suggestion} />}
        openSuggestion={openCategory}
        products={{
          search: { hits, isStale: search.isStale },
          headings: { completions: texts.completions, products: texts.products },
          render: ({ item }) => <CompletedProduct item={item} />,
          open: openProduct,
        }}
        onSubmit={onSubmit}
      />
    </div>
  );
}

function openCategory({ kind, text }: Suggestion): boolean {
  if (kind !== 'category') return false;
  navigate(categoryPage(text));
  return true;
}
