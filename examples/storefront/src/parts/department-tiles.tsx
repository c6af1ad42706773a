import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { departments } from '../app/departments.ts';
import { Link } from '../app/link.tsx';
import { useLanguage } from '../texts/language.ts';
import { categoryName } from '../texts/names.ts';
import { categoryPage } from './item-fields.ts';
import { ProductPicture } from './product-picture.tsx';
import type { PicturedItems } from './use-pictured-items.ts';

/** The departments of the shop, each with a picture of one of its products. */
export function DepartmentTiles({ items }: { readonly items: PicturedItems | null }): ReactNode {
  const { code, texts } = useLanguage();
  return (
    <ul className="department-tiles" aria-label={texts.departments}>
      {departments
        .filter(({ name }) => items === null || items.has(name))
        .map(({ name }) => (
          <li key={name}>
            <Link to={categoryPage(name)} className="tile">
              <TilePicture item={items?.get(name)} />
              <span>{categoryName(name, code)}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** The space of a picture until its product is known. */
export function TilePicture({ item }: { readonly item: Item | undefined }): ReactNode {
  return item === undefined ? <span className="picture" /> : <ProductPicture item={item} />;
}
