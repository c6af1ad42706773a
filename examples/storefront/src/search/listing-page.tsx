import { SearchStatus } from '@vitrine/react';
import { useEffect, type ReactNode } from 'react';
import { navigate, useShopLocation } from '../app/router.ts';
import { Page } from '../app/page.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { categoryName, lastLevel } from '../texts/names.ts';
import type { Texts } from '../texts/en.ts';
import { useLanguage } from '../texts/language.ts';
import { FilterPanel } from './filter-panel.tsx';
import { pageOfRedirect } from './page-of-redirect.ts';
import { Results } from './results.tsx';
import { SearchNotes } from './search-notes.tsx';
import { categoryOf, collectionOf, countFilters, isUnmatched, useShopSearch } from './shop-search.tsx';
import { SortSelect } from './sort-select.tsx';

/** Results of a search, a category or a collection. */
export function ListingPage(): ReactNode {
  const { path } = useShopLocation();
  const { search } = useShopSearch();
  const { texts, number } = useLanguage();
  const category = categoryOf(path);
  const hasNone = isUnmatched(search);
  // Filters that leave nothing can still be removed one by one.
  const hasFilters = !hasNone || countFilters(search) > 0;
  useRedirect();
  return (
    <Page title={useTitle(path)} className="listing" keepsFocus={path === '/search'}>
      {category !== null && <Breadcrumbs levels={category.split(' > ').slice(0, -1)} />}
      <div className="listing-bar">
        <SearchStatus
          search={search}
          className="listing-count"
          resultsText={(total) => texts.search.results(number(hasNone ? 0 : total))}
        />
        {!hasNone && <SortSelect />}
      </div>
      <div className={hasFilters ? 'listing-columns' : undefined}>
        {hasFilters && <FilterPanel />}
        <div>
          <SearchNotes />
          <Results />
        </div>
      </div>
    </Page>
  );
}

function useTitle(path: string): string {
  const { search } = useShopSearch();
  const { code, texts } = useLanguage();
  const category = categoryOf(path);
  const collection = collectionOf(path);
  if (category !== null) return categoryName(lastLevel(category), code);
  if (collection !== null)
    return texts.collections[collection as keyof Texts['collections']] ?? search.data?.collection?.name ?? '';
  const { query } = search.state;
  return query === '' ? texts.search.all : texts.search.resultsFor(query);
}

/** A rule of the shop sends a query such as "delivery" to another page. Not while the query is being typed. */
function useRedirect(): void {
  const { search, submitted } = useShopSearch();
  const redirect = search.data?.query === submitted ? search.data?.redirect : undefined;
  useEffect(() => {
    if (redirect !== undefined) navigate(pageOfRedirect(redirect.url), { replace: true });
  }, [redirect]);
}
