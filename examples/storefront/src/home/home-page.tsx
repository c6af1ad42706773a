import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { Page } from '../app/page.tsx';
import { categoryPage } from '../parts/item-fields.ts';
import { ProductPicture } from '../parts/product-picture.tsx';
import { ProductRow } from '../parts/product-row.tsx';
import { useLanguage, useTexts } from '../texts/language.ts';
import { categoryName } from '../texts/names.ts';
import { Chips } from './chips.tsx';
import { useDepartments } from './use-departments.ts';

export function HomePage(): ReactNode {
  const { home } = useTexts();
  return (
    <Page title={home.title} className="home">
      <p className="lead">{home.text}</p>
      <Chips />
      <ProductRow placement="home-fresh" isFirstRow />
      <ProductRow placement="home-trending" isFirstRow />
      <ProductRow placement="home-for-you" hint={home.forYouHint} />
      <DepartmentTiles />
      <CollectionTiles />
      <ProductRow placement="recently-viewed" />
    </Page>
  );
}

function DepartmentTiles(): ReactNode {
  const { code, texts } = useLanguage();
  const departments = useDepartments();
  return (
    <section aria-labelledby="departments">
      <h2 id="departments">{texts.departments}</h2>
      <ul className="department-tiles">
        {departments.map(({ name, item }) => (
          <li key={name}>
            <Link to={categoryPage(name)} className="tile">
              {item === null ? <span className="picture" /> : <ProductPicture item={item} />}
              <span>{categoryName(name, code)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CollectionTiles(): ReactNode {
  const texts = useTexts();
  return (
    <section aria-labelledby="collections">
      <h2 id="collections">{texts.home.collections}</h2>
      <ul className="collection-tiles">
        {Object.entries(texts.collections).map(([id, name]) => (
          <li key={id}>
            <Link to={`/collection/${id}`} className={`collection-tile ${id}`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
