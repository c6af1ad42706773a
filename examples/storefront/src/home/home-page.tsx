import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { collections } from '../app/collections.ts';
import { departments } from '../app/departments.ts';
import { Link } from '../app/link.tsx';
import { Page } from '../app/page.tsx';
import { categoryPage } from '../parts/item-fields.ts';
import { ProductPicture } from '../parts/product-picture.tsx';
import { ProductRow } from '../parts/product-row.tsx';
import { useLanguage, useTexts } from '../texts/language.ts';
import { categoryName } from '../texts/names.ts';
import { Chips } from './chips.tsx';
import { usePicturedItems, type PicturedItems } from './use-pictured-items.ts';

export function HomePage(): ReactNode {
  const { home } = useTexts();
  const items = usePicturedItems();
  return (
    <Page title={home.title} className="home">
      <p className="lead">{home.text}</p>
      <Chips />
      <ProductRow placement="home-fresh" isFirstRow hasReasons={false} />
      <ProductRow placement="home-trending" isFirstRow hasReasons={false} />
      <ProductRow placement="home-for-you" hint={home.forYouHint} />
      <DepartmentTiles items={items} />
      <CollectionTiles items={items} />
      <ProductRow placement="recently-viewed" />
    </Page>
  );
}

function DepartmentTiles({ items }: { readonly items: PicturedItems | null }): ReactNode {
  const { code, texts } = useLanguage();
  return (
    <section aria-labelledby="departments">
      <h2 id="departments">{texts.departments}</h2>
      <ul className="department-tiles">
        {departments
          .filter(({ name }) => items === null || items.has(name))
          .map(({ name }) => (
            <li key={name}>
              <Link to={categoryPage(name)} className="tile">
                <Picture item={items?.get(name)} />
                <span>{categoryName(name, code)}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}

function CollectionTiles({ items }: { readonly items: PicturedItems | null }): ReactNode {
  const texts = useTexts();
  return (
    <section aria-labelledby="collections">
      <h2 id="collections">{texts.home.collections}</h2>
      <ul className="collection-tiles">
        {collections.map(({ id }) => (
          <li key={id}>
            <Link to={`/collection/${id}`} className={`collection-tile ${id}`}>
              <span>{texts.collections[id]}</span>
              <Picture item={items?.get(id)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The space of a picture until its product is known. */
function Picture({ item }: { readonly item: Item | undefined }): ReactNode {
  return item === undefined ? <span className="picture" /> : <ProductPicture item={item} />;
}
