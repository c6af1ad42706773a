import type { FacetValue } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { navigate, useShopLocation } from '../app/router.ts';
import { categoryPage } from '../parts/item-fields.ts';
import { useLanguage } from '../texts/language.ts';
import { categoryName, lastLevel } from '../texts/names.ts';
import { categoryOf, useShopSearch } from './shop-search.tsx';

/** Categories by level. On the page of a category they are pages; elsewhere they filter. */
export function CategoryLevels(): ReactNode {
  const { path } = useShopLocation();
  const { search } = useShopSearch();
  const { texts } = useLanguage();
  const page = categoryOf(path);
  const levels = search.facets['category']?.levels ?? [];
  const current = page ?? search.state.facets['category']?.[0] ?? '';
  if (levels.length === 0) return null;
  const choose = (value: string): void => {
    const isCurrent = value === current;
    const above = value.split(' > ').slice(0, -1).join(' > ');
    if (page === null) search.setFacet('category', isCurrent ? (above === '' ? [] : [above]) : [value]);
    else navigate(isCurrent && above !== '' ? categoryPage(above) : categoryPage(value));
  };
  return (
    <fieldset className="facet levels">
      <legend>{texts.facets.category}</legend>
      <Level levels={levels} depth={0} current={current} choose={choose} />
    </fieldset>
  );
}

interface LevelProps {
  readonly levels: readonly { readonly path: string; readonly values: readonly FacetValue[] }[];
  readonly depth: number;
  readonly current: string;
  readonly choose: (value: string) => void;
}

/** The values of a level; below the chosen one, those of the next level. */
function Level({ levels, depth, current, choose }: LevelProps): ReactNode {
  const { code, number } = useLanguage();
  const values = levels[depth]?.values ?? [];
  const chosen = values.find(({ value }) => isAtOrAbove(value, current));
  const shown = chosen === undefined || levels.length === depth + 1 ? values : [chosen];
  return (
    <ul>
      {shown.map(({ value, count }) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={value.toLowerCase() === current.toLowerCase()}
            onClick={() => choose(value)}
          >
            <span>{categoryName(lastLevel(value), code)}</span>
            <span className="count">{number(count)}</span>
          </button>
          {value === chosen?.value && depth + 1 < levels.length && (
            <Level levels={levels} depth={depth + 1} current={current} choose={choose} />
          )}
        </li>
      ))}
    </ul>
  );
}

function isAtOrAbove(value: string, current: string): boolean {
  return `${current} > `.toLowerCase().startsWith(`${value} > `.toLowerCase());
}
