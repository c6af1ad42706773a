import { createShopClient, type SearchReply } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import {
  FacetGroup,
  PhotoQuestion,
  SearchBox,
  SearchStatus,
  useImageSearch,
  usePlacement,
  useRecommendations,
  useSearch,
  useTrack,
  VitrineProvider,
  type SearchParameters,
  type UrlAdapter,
} from '../src/index.ts';

/** What the page of the test knows; the server puts it in the page. */
export interface ShopPage {
  readonly service: string;
  readonly key: string;
  /** The query string that the server rendered. */
  readonly query?: string;
  readonly initialData?: SearchReply;
}

export const parameters: SearchParameters = {
  facets: ['brand', 'color'],
  limit: 4,
  fields: ['name', 'price'],
};

/** A small shop with every hook and component, for a test in a browser. */
export function Shop({ page, url }: { readonly page: ShopPage; readonly url: UrlAdapter }): ReactNode {
  const client = clientOf(page);
  return (
    <VitrineProvider
      client={client}
      project="shop"
      visitor={{ session: 'visit-1' }}
      onTrackError={console.error}
    >
      <Results url={url} initialData={page.initialData} />
      {page.initialData === undefined && <Lists />}
    </VitrineProvider>
  );
}

const clients = new Map<string, ReturnType<typeof createShopClient>>();

function clientOf({ service, key }: ShopPage): ReturnType<typeof createShopClient> {
  const client = clients.get(service) ?? createShopClient({ url: service, key });
  clients.set(service, client);
  return client;
}

function Results({
  url,
  initialData,
}: {
  readonly url: UrlAdapter;
  readonly initialData: SearchReply | undefined;
}): ReactNode {
  const search = useSearch({ ...parameters, url, initialData, typingDelayMs: 0 });
  const track = useTrack();
  return (
    <main data-status={search.status} data-stale={search.isStale}>
      <h1>Shop</h1>
      <SearchBox search={search} label="Search products" />
      <SearchStatus search={search} />
      {search.facetOrder.map((field) => (
        <FacetGroup key={field} search={search} field={field} visible={2} />
      ))}
      <label>
        Up to{' '}
        <input type="number" onChange={({ target }) => search.setRange('price', priceRange(target.value))} />
      </label>
      <button onClick={() => search.clearFacets()}>Clear</button>
      <button onClick={() => search.setSort('price:desc')}>Most expensive</button>
      <button onClick={() => search.setPage(search.state.page + 1)}>Page {search.state.page + 1}</button>
      <ol aria-label="Results">
        {search.hits.map((hit) => (
          <li key={hit.item.id}>
            <button onClick={() => void track.click(hit)}>{hit.item.name}</button>
            <button aria-label={`Add ${hit.item.name}`} onClick={() => void track.cart(hit.item.id)}>
              +
            </button>
          </li>
        ))}
      </ol>
      {search.hasMore && <button onClick={search.loadMore}>More</button>}
      <button
        onClick={() =>
          void track.purchase({
            items: search.hits.slice(0, 1).map(({ item }) => ({ id: item.id })),
            order: '7',
          })
        }
      >
        Buy the first
      </button>
    </main>
  );
}

function priceRange(text: string): { readonly max: number } | undefined {
  return text === '' ? undefined : { max: Number(text) };
}

function Lists(): ReactNode {
  const viewed = useRecommendations('recentlyViewed', {}, { followEvents: true });
  const placement = usePlacement('home', { limit: 2 });
  const photo = useImageSearch({ limit: 2, filters: 'price > 0' });
  return (
    <aside>
      <ul aria-label="Recently viewed">
        {viewed.hits.map(({ item }) => (
          <li key={item.id}>{item.name}</li>
        ))}
      </ul>
      <h2>{placement.data?.placement.title}</h2>
      <ul aria-label="Home">
        {placement.hits.map(({ item }) => (
          <li key={item.id} title={item._reason.text}>
            {item.name}
          </li>
        ))}
      </ul>
      <label>
        Photo{' '}
        <input type="file" onChange={({ target }) => target.files?.[0] && photo.search(target.files[0])} />
      </label>
      <PhotoQuestion images={photo} />
      <output>{photo.status === 'success' ? photo.data?.confidence : photo.status}</output>
    </aside>
  );
}
