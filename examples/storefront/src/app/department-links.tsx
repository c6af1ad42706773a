import type { ReactNode } from 'react';
import { categoryPage } from '../parts/item-fields.ts';
import { categoryOf } from '../search/shop-search.tsx';
import { useLanguage } from '../texts/language.ts';
import { categoryName } from '../texts/names.ts';
import { departments } from './departments.ts';
import { Link } from './link.tsx';
import { useShopLocation } from './router.ts';

export function DepartmentLinks(): ReactNode {
  const { code, texts } = useLanguage();
  const { path } = useShopLocation();
  const current = categoryOf(path)?.split(' > ')[0];
  return (
    <nav className="department-links" aria-label={texts.departments}>
      <ul>
        {departments.map(({ name }) => (
          <li key={name}>
            <Link to={categoryPage(name)} aria-current={name === current ? 'page' : undefined}>
              {categoryName(name, code)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
