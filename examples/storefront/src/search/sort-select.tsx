import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.ts';
import { useShopSearch } from './shop-search.tsx';

const sorts = { relevance: '', cheapest: 'price:asc', dearest: 'price:desc' } as const;

export function SortSelect(): ReactNode {
  const { search } = useShopSearch();
  const { search: texts } = useTexts();
  return (
    <label className="sort">
      <span className="visually-hidden">{texts.sort}</span>
      <select value={search.state.sort} onChange={(event) => search.setSort(event.target.value)}>
        {Object.entries(sorts).map(([name, key]) => (
          <option key={name} value={key}>
            {texts.sorts[name as keyof typeof sorts]}
          </option>
        ))}
      </select>
    </label>
  );
}
