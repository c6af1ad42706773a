import { VitrineProvider } from '@vitrine/react';
import { createShopClient } from '@vitrine/sdk/shop';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { loggedFetch } from '../pane/logged-fetch.ts';
import { requestLog } from '../pane/request-log.ts';
import { PhotoSearchProvider } from '../photo/photo-search.tsx';
import { ShopSearchProvider } from '../search/shop-search.tsx';
import { chosenLanguage, languageOf, LanguageProvider } from '../texts/language.ts';
import { renewedKey, useConnection, type ShopConnection } from './connection.ts';
import { LoadingShop } from './loading-shop.tsx';
import { renewingFetch } from './renewing-fetch.ts';
import { Routes } from './routes.tsx';
import { sessionId } from './session.ts';
import { Shell } from './shell.tsx';
import { useStored } from './stored.ts';

/** The shop, as soon as it knows its service. */
export function Shop(): ReactNode {
  const code = useStored(chosenLanguage);
  const language = useMemo(() => languageOf(code), [code]);
  // Before the first paint, so that nothing moves to the other side.
  useLayoutEffect(() => {
    document.documentElement.lang = code;
    document.documentElement.dir = code === 'ar' ? 'rtl' : 'ltr';
  }, [code]);
  const { connection, isWaiting } = useConnection();
  return (
    <LanguageProvider value={language}>
      {connection === null ? (
        <LoadingShop isWaiting={isWaiting} />
      ) : (
        <ConnectedShop connection={connection} />
      )}
    </LanguageProvider>
  );
}

function ConnectedShop({
  connection: { url, project, key },
}: {
  readonly connection: ShopConnection;
}): ReactNode {
  const client = useMemo(() => {
    const fetch = renewingFetch({ key, fetch: loggedFetch(requestLog), renew: renewedKey });
    return createShopClient({ url, key, fetch });
  }, [url, key]);
  const visitor = useMemo(() => ({ session: sessionId() }), []);
  return (
    <VitrineProvider client={client} project={project} visitor={visitor} onTrackError={console.warn}>
      <ShopSearchProvider>
        <PhotoSearchProvider>
          <Shell>
            <Routes />
          </Shell>
        </PhotoSearchProvider>
      </ShopSearchProvider>
    </VitrineProvider>
  );
}
