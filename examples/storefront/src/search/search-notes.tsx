import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { Icon } from '../parts/icons.tsx';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Banners } from './banners.tsx';
import { pageOfRedirect } from './page-of-redirect.ts';
import { useShopSearch } from './shop-search.tsx';

/** How the query was understood, corrected or relaxed. */
export function SearchNotes(): ReactNode {
  const { search } = useShopSearch();
  const { search: texts } = useTexts();
  const { data } = search;
  if (data === undefined) return null;
  return (
    <div className="notes">
      <Understood />
      {data.redirect !== undefined && (
        <p className="note">
          {texts.goToText} <Link to={pageOfRedirect(data.redirect.url)}>{texts.goTo}</Link>
        </p>
      )}
      <Banners place="above" />
      <Relaxed />
    </div>
  );
}

/** Filters that the service read from the query, such as a size. */
function Understood(): ReactNode {
  const { search, searchAsWords } = useShopSearch();
  const { search: texts } = useTexts();
  const parts = search.data?.understood ?? [];
  if (parts.length === 0) return null;
  return (
    <p className="understood">
      <span>{texts.understood}</span>
      {parts.map(({ text, field, start }) => (
        <button
          key={start}
          type="button"
          className="chip"
          aria-label={texts.removeFilter(text)}
          onClick={() => searchAsWords(field)}
        >
          {text}
          <Icon name="close" />
        </button>
      ))}
    </p>
  );
}

function Relaxed(): ReactNode {
  const { search } = useShopSearch();
  const {
    code,
    texts: { search: texts },
    languageName,
  } = useLanguage();
  const { fallback, correctedQuery, semantic } = search.data ?? {};
  const language = semantic?.language ?? null;
  // Words that match the translated texts of this page need no note.
  const isForeign = language === code ? fallback !== 'popular' : fallback === 'semantic';
  if (language !== null && isForeign)
    return <p className="note">{texts.otherLanguage(languageName(language))}</p>;
  if (correctedQuery) return <p className="note">{texts.corrected(correctedQuery)}</p>;
  if (fallback === 'words_dropped') return <p className="note">{texts.wordsDropped}</p>;
  if (fallback === 'semantic') return <p className="note">{texts.semantic}</p>;
  return null;
}
