import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { useLanguage } from '../texts/language.ts';
import { categoryName } from '../texts/names.ts';
import { categoryPage } from './item-fields.ts';

/** Links to the pages of a category and those above it; `levels` from the top, such as `['Clothes', 'Shoes']`. */
export function Breadcrumbs({ levels }: { readonly levels: readonly string[] }): ReactNode {
  const { code, texts } = useLanguage();
  if (levels.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={texts.facets.category}>
      <ol>
        {levels.map((level, index) => (
          <li key={level}>
            <Link to={categoryPage(levels.slice(0, index + 1).join(' > '))}>{categoryName(level, code)}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
