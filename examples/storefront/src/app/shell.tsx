import type { ReactNode } from 'react';
import { CartLink } from '../cart/cart-link.tsx';
import { Pane } from '../pane/pane.tsx';
import { PaneButton } from '../pane/pane-button.tsx';
import { Logo } from '../parts/icons.tsx';
import { PhotoButton } from '../photo/photo-button.tsx';
import { HeaderSearch } from '../search/header-search.tsx';
import {
  languageCodes,
  languages,
  chosenLanguage,
  useLanguage,
  type LanguageCode,
} from '../texts/language.ts';
import { DepartmentLinks } from './department-links.tsx';
import { Link } from './link.tsx';
import { shopName } from './shop-name.ts';

/** What surrounds each page. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const { texts } = useLanguage();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <div className="shop">
        <header className="header">
          <Link to="/" className="brand" aria-label={shopName}>
            <Logo />
            <span>{shopName}</span>
          </Link>
          <HeaderSearch />
          <div className="header-actions">
            <PhotoButton />
            <PaneButton />
            <CartLink />
          </div>
        </header>
        <DepartmentLinks />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer className="footer">
          <p>{texts.footer.text}</p>
          <p>{texts.footer.code}</p>
          <p>
            <Link to="/delivery">{texts.delivery.title}</Link>
          </p>
          <LanguageSelect />
        </footer>
      </div>
      <Pane />
    </div>
  );
}

function LanguageSelect(): ReactNode {
  const { code, texts } = useLanguage();
  return (
    <label className="language">
      <span>{texts.language}</span>
      <select value={code} onChange={(event) => chosenLanguage.set(event.target.value as LanguageCode)}>
        {languageCodes.map((one) => (
          <option key={one} value={one}>
            {languages[one].name}
          </option>
        ))}
      </select>
    </label>
  );
}
