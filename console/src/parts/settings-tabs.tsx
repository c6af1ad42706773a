import type { ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { settingsPages } from '../app/pages.ts';
import { Link, useRouter } from '../app/router.tsx';

/** The pages of the settings that the user may open; nothing if there is only one. */
export function SettingsTabs(): ReactNode {
  const { path } = useRouter().route;
  const may = useMay();
  const own = settingsPages.filter(({ needs }) => may(needs));
  if (own.length < 2) return null;
  return (
    <nav className="tabs" aria-label="Settings">
      {own.map((tab) => (
        <Link key={tab.path} to={tab.path} current={tab.path === path}>
          {tab.text}
        </Link>
      ))}
    </nav>
  );
}
