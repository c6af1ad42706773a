import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { samples } from '../photo/samples.ts';
import { useShopSearch } from '../search/shop-search.tsx';
import { useTexts } from '../texts/language.ts';
import { chipQueries } from './chip-queries.ts';

/** Searches that show what the service can do. */
export function Chips(): ReactNode {
  const { home } = useTexts();
  const { onSubmit } = useShopSearch();
  return (
    <nav className="chips" aria-labelledby="chips">
      <h2 id="chips">{home.tryThis}</h2>
      <ul>
        {chipQueries.map(({ name, query }) => (
          <li key={name}>
            <Link
              to={`/search?q=${encodeURIComponent(query)}`}
              className="try"
              onClick={() => onSubmit(query)}
            >
              <span className="try-kind">{home.chips[name]}</span>
              <span className="try-query" dir="auto">
                {query}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/photo?sample=tomatoes" className="try try-photo">
            <img src={samples.tomatoes} alt="" width="44" height="44" />
            <span className="try-kind">{home.chips.photo}</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}
