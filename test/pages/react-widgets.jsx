import { createRoot } from 'react-dom/client';
import * as ui from 'react-instantsearch';
import { dearestFirst, insights, isAlgolia, searchClient } from './client.js';

/** Each component and hook of React InstantSearch that asks for results. */

const categories = ['categories.lvl0', 'categories.lvl1'];

const Name = ({ item }) => <b>{item.name}</b>;
const Hit = ({ hit, sendEvent }) => (
  <a onClick={() => sendEvent('click', hit, 'Clicked')}>
    <ui.Highlight attribute="name" hit={hit} /> <i>{<ui.Snippet attribute="description" hit={hit} />}</i>
    <u>{<ui.ReverseHighlight attribute="name" hit={hit} />}</u>
  </a>
);
const Part = ({ id, children }) => <div id={id}>{children}</div>;

function NumericMenu() {
  const { items, refine } = ui.useNumericMenu({
    attribute: 'weight',
    items: [{ label: 'All' }, { label: 'Light', end: 4 }],
  });
  return items.map((one) => (
    <button key={one.label} onClick={() => refine(one.value)}>
      {one.label}
    </button>
  ));
}

function Map() {
  const { items, refine, clearMapRefinement } = ui.useGeoSearch();
  const near = { northEast: { lat: 50.95, lng: 9 }, southWest: { lat: 49, lng: 7 } };
  return (
    <>
      <button onClick={() => refine(near)}>Near</button>
      <button onClick={() => clearMapRefinement()}>Everywhere</button>
      <span>{items.filter(({ _geoloc }) => _geoloc).length}</span>
    </>
  );
}

const Banner = () => <p>{ui.useQueryRules().items.map(({ banner }) => banner)}</p>;
const Facets = () => <p>{ui.useDynamicWidgets({ facets: ['*'] }).attributesToRender.join()}</p>;
const Values = () => (
  <p>
    {ui
      .useTrendingFacets({ facetName: 'brand' })
      .items.map((one) => one.facetValue)
      .join()}
  </p>
);
const Order = () => (
  <p>
    {ui
      .useHits()
      .items.map(({ objectID }) => objectID)
      .join()}
  </p>
);
const Problem = () => <p>{ui.useInstantSearch({ catchError: true }).error?.message}</p>;

function Page() {
  return (
    <ui.InstantSearch
      indexName="shop"
      searchClient={searchClient}
      insights={insights}
      future={{ preserveSharedStateOnUnmount: true }}
    >
      <ui.Configure hitsPerPage={12} attributesToSnippet={['description:5']} />
      <Part id="box">{<ui.SearchBox />}</Part>
      <Part id="stats">{<ui.Stats />}</Part>
      <Part id="sort">
        <ui.SortBy
          items={[
            { label: 'Best', value: 'shop' },
            { label: 'Dearest', value: dearestFirst },
          ]}
        />
      </Part>
      <Part id="hits">{<ui.Hits hitComponent={Hit} />}</Part>
      <Part id="endless">{<ui.InfiniteHits hitComponent={({ hit }) => <b>{hit.name}</b>} />}</Part>
      <Part id="brands">
        {<ui.RefinementList attribute="brand" searchable operator="or" showMore limit={2} />}
      </Part>
      <Part id="kinds">{<ui.HierarchicalMenu attributes={categories} />}</Part>
      <Part id="crumbs">{<ui.Breadcrumb attributes={categories} />}</Part>
      <Part id="menu">{<ui.Menu attribute="material" />}</Part>
      <Part id="price">{<ui.RangeInput attribute="price" />}</Part>
      <Part id="weights">{<NumericMenu />}</Part>
      <Part id="sale">{<ui.ToggleRefinement attribute="onSale" />}</Part>
      <Part id="size">
        {
          <ui.HitsPerPage
            items={[
              { label: '12', value: 12, default: true },
              { label: '24', value: 24 },
            ]}
          />
        }
      </Part>
      <Part id="pages">{<ui.Pagination />}</Part>
      <Part id="chosen">{<ui.CurrentRefinements />}</Part>
      <Part id="clear">{<ui.ClearRefinements />}</Part>
      <Part id="dynamic">
        <ui.DynamicWidgets facets={['*']} fallbackComponent={({ attribute }) => <em>{attribute}</em>} />
      </Part>
      <Part id="facets">{<Facets />}</Part>
      <Part id="map">{<Map />}</Part>
      <Part id="banner">{<Banner />}</Part>
      <Part id="other">
        <ui.Index indexName={dearestFirst} indexId="dear">
          <ui.Configure hitsPerPage={2} />
          <Order />
        </ui.Index>
      </Part>
      <Part id="complete">
        <ui.EXPERIMENTAL_Autocomplete
          indices={[{ indexName: 'shop', itemComponent: Name, searchParameters: { hitsPerPage: 3 } }]}
          showQuerySuggestions={{ indexName: 'shop_query_suggestions' }}
        />
      </Part>
      <Part id="trending">
        {<ui.TrendingItems limit={3} itemComponent={Name} layoutComponent={ui.Carousel} />}
      </Part>
      <Part id="related">{<ui.RelatedProducts objectIDs={['lamp-1']} limit={3} itemComponent={Name} />}</Part>
      <Part id="together">
        {<ui.FrequentlyBoughtTogether objectIDs={['lamp-1']} limit={1} itemComponent={Name} />}
      </Part>
      <Part id="looking">{<ui.LookingSimilar objectIDs={['lamp-1']} limit={2} itemComponent={Name} />}</Part>
      <Part id="values">{isAlgolia && <Values />}</Part>
      <Part id="problem">{<Problem />}</Part>
    </ui.InstantSearch>
  );
}

createRoot(document.getElementById('root')).render(<Page />);
