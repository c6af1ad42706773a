import { Fragment, type ReactNode } from 'react';
import { DepartmentTiles } from '../parts/department-tiles.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { CardSkeletons } from '../parts/skeletons.tsx';
import { usePicturedItems } from '../parts/use-pictured-items.ts';
import { useTexts } from '../texts/language.ts';
import { BannerCells, Banners, useBanners } from './banners.tsx';
import { countFilters, isUnmatched, useShopSearch } from './shop-search.tsx';

const firstRow = 6;
const skeletons = 12;

export function Results(): ReactNode {
  const { search } = useShopSearch();
  const texts = useTexts();
  const banners = useBanners();
  const { hits, status, isStale, data } = search;
  if (status === 'error')
    return (
      <div className="results-empty" role="alert">
        <h2>{texts.failed.title}</h2>
        <button type="button" className="button" onClick={search.refresh}>
          {texts.failed.retry}
        </button>
      </div>
    );
  if (isUnmatched(search)) return countFilters(search) > 0 ? <AllFilteredOut /> : <NoMatch />;
  return (
    // Cards that replace the skeletons are new, so none of them counts as moved.
    <div key={data === undefined ? 'skeletons' : 'hits'} className="results">
      <ol className={isStale ? 'grid stale' : 'grid'} aria-busy={status === 'loading'}>
        {data === undefined ? (
          <CardSkeletons count={skeletons} />
        ) : (
          hits.map((hit, index) => (
            <Fragment key={hit.item.id}>
              <BannerCells banners={banners} place={index + 1} />
              <li>
                <ProductCard hit={hit} isFirstRow={index < firstRow} />
              </li>
            </Fragment>
          ))
        )}
      </ol>
      {search.hasMore && (
        <button
          type="button"
          className="button more"
          disabled={search.isLoadingMore}
          onClick={search.loadMore}
        >
          {texts.search.more}
        </button>
      )}
      <Banners place="below" />
    </div>
  );
}

function AllFilteredOut(): ReactNode {
  const { search } = useShopSearch();
  const { search: texts } = useTexts();
  return (
    <div className="results-empty">
      <h2>{texts.noneTitle}</h2>
      <p>{texts.noneText}</p>
      <button type="button" className="button" onClick={() => search.clearFacets()}>
        {texts.clear}
      </button>
    </div>
  );
}

/** Offers the departments in place of products that have nothing to do with the query. */
function NoMatch(): ReactNode {
  const { search } = useShopSearch();
  const { search: texts } = useTexts();
  const items = usePicturedItems();
  const query = search.data?.query ?? '';
  return (
    <div className="results-empty">
      <h2>{query === '' ? texts.noneTitle : texts.unmatched(query)}</h2>
      <p>{texts.unmatchedText}</p>
      <DepartmentTiles items={items} />
    </div>
  );
}
