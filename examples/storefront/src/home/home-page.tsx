import type { ReactNode } from 'react';
import { collections } from '../app/collections.ts';
import { Link } from '../app/link.tsx';
import { Page } from '../app/page.tsx';
import { DepartmentTiles, TilePicture } from '../parts/department-tiles.tsx';
import { ProductRow } from '../parts/product-row.tsx';
import { usePicturedItems, type PicturedItems } from '../parts/use-pictured-items.ts';
import { useTexts } from '../texts/language.ts';
import { Chips } from './chips.tsx';

export function HomePage(): ReactNode {
  const { home, departments } = useTexts();
  const items = usePicturedItems();
  return (
    <Page title={home.title} className="home">
      <p className="lead">{home.text}</p>
      <Chips />
      <ProductRow placement="home-fresh" isFirstRow hasReasons={false} />
      <ProductRow placement="home-trending" isFirstRow hasReasons={false} />
      <ProductRow placement="home-for-you" hint={home.forYouHint} />
      <section aria-labelledby="departments">
        <h2 id="departments">{departments}</h2>
        <DepartmentTiles items={items} />
      </section>
      <CollectionTiles items={items} />
      <ProductRow placement="recently-viewed" />
    </Page>
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
              <TilePicture item={items?.get(id)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
