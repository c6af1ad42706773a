import { FacetGroup } from '@vitrine/react';
import { useRef, type ReactNode } from 'react';
import { Icon } from '../parts/icons.tsx';
import { useLanguage } from '../texts/language.ts';
import { colorName } from '../texts/names.ts';
import { CategoryLevels } from './category-levels.tsx';
import { PriceRange } from './price-range.tsx';
import { countFilters, useShopSearch, valueFacets } from './shop-search.tsx';

/** Facets: a column on wide screens, a dialog on phones. */
export function FilterPanel(): ReactNode {
  const { search } = useShopSearch();
  const { texts, number } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const selected = countFilters(search);
  const clear = selected > 0 && (
    <button type="button" className="text-button" onClick={() => search.clearFacets()}>
      {texts.search.clear}
    </button>
  );
  return (
    <>
      <button type="button" className="button filter-button" onClick={() => dialog.current?.showModal()}>
        <Icon name="filter" />
        {texts.search.filters}
        {selected > 0 && <span className="badge">{selected}</span>}
      </button>
      <aside className="filters" aria-label={texts.search.filters}>
        {clear}
        <Facets />
      </aside>
      <dialog
        ref={dialog}
        className="filter-dialog"
        aria-label={texts.search.filters}
        // A click outside of the dialog is one on the element itself.
        onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      >
        <div className="filter-sheet">
          <header>
            <h2>{texts.search.filters}</h2>
            {clear}
            <button
              type="button"
              className="icon-button"
              aria-label={texts.close}
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" />
            </button>
          </header>
          <div className="filter-scroll">
            <Facets />
          </div>
          <button type="button" className="button primary" onClick={() => dialog.current?.close()}>
            {texts.search.showResults(number(search.total))}
          </button>
        </div>
      </dialog>
    </>
  );
}

function Facets(): ReactNode {
  const { search } = useShopSearch();
  const { code, texts, number } = useLanguage();
  return (
    <>
      <CategoryLevels />
      {valueFacets.map((field) => (
        <FacetGroup
          key={field}
          search={search}
          field={field}
          label={texts.facets[field]}
          visible={8}
          className="facet"
          moreText={(isOpen, hidden) => (isOpen ? texts.search.lessValues : texts.search.moreValues(hidden))}
          renderValue={({ value, count }) => (
            <>
              <span>{field === 'color' ? colorName(value, code) : value}</span>
              <span className="count">{number(count)}</span>
            </>
          )}
        />
      ))}
      <PriceRange />
    </>
  );
}
