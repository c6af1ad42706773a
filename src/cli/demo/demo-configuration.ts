export const demoSettings = {
  search: {
    languages: ['en', 'de', 'ar'],
    understanding: 'filters',
    synonyms: [
      { kind: 'equivalent', words: ['sofa', 'couch', 'settee'] },
      { kind: 'equivalent', words: ['trainers', 'sneakers', 'running shoes'] },
      { kind: 'equivalent', words: ['jumper', 'sweater', 'pullover'] },
      { kind: 'equivalent', words: ['torch', 'flashlight'] },
      { kind: 'equivalent', words: ['hoover', 'vacuum cleaner'] },
      { kind: 'equivalent', words: ['child', 'kid'] },
    ],
    facets: [
      { field: 'category', name: 'Category', display: 'pinned' },
      { field: 'size', name: 'Size', order: 'size' },
      { field: 'color', name: 'Colour' },
      { field: 'brand', name: 'Brand' },
    ],
  },
} as const;

export const demoRules = [
  {
    id: 'rain-first',
    name: 'Waterproof jackets first',
    when: { query: 'jacket', match: 'contains' },
    boost: 'waterproof:true',
  },
  {
    id: 'coffee-banner',
    name: 'Coffee week banner',
    when: { query: 'coffee', match: 'contains' },
    userData: { banner: { text: 'Coffee week: all grinders and pots with free beans' } },
  },
  {
    id: 'delivery-page',
    name: 'Delivery page',
    when: [{ query: 'delivery' }, { query: 'returns' }, { query: 'shipping' }],
    redirect: { url: '/delivery' },
  },
] as const;

export const demoCollections = {
  'gifts-for-children': {
    name: 'Gifts for children',
    filter: 'category:"Toys and gifts"',
  },
  'winter-hiking': {
    name: 'Winter hiking',
    filter: 'category:"Outdoor" AND price < 300',
  },
  'under-20': { name: 'Under 20 euros', filter: 'price < 20 AND NOT category:"Grocery"' },
} as const;

/** The group of all placements: those of one page show no item twice. */
const group = 'page';

/** Placements on the pages of the storefront. */
export const demoPlacements = {
  'home-for-you': { title: 'Recommended for you', list: 'user', rotation: 0.2, limit: 12, group },
  'home-trending': { title: 'Trending now', list: 'trending', limit: 12, group },
  'home-fresh': {
    title: 'Fresh from the market',
    list: 'popular',
    filters: 'category:"Grocery > Fruit" OR category:"Grocery > Vegetables"',
    caps: [{ field: 'category', max: 1 }],
    limit: 12,
    group,
  },
  'product-similar': { title: 'Similar products', list: 'similar', limit: 12, group },
  'product-together': { title: 'Often bought together', list: 'together', fallbacks: [], limit: 6, group },
  'cart-cross-sell': {
    title: 'Goes well with your cart',
    list: 'together',
    fallbacks: ['popular', 'content'],
    caps: [{ field: 'category', max: 2 }],
    limit: 6,
    group,
  },
  'recently-viewed': { title: 'Recently viewed', list: 'viewed', fallbacks: [], limit: 12, group },
} as const;

/** Changes that are not live: one that an experiment tests, and one for next month. */
export const demoDrafts = {
  'cheaper-first': {
    name: 'Cheaper things for the home first',
    rules: {
      put: [
        {
          id: 'cheaper-first',
          name: 'Cheaper things for the home first',
          // The rule is for browsing only, because a boost outranks the text score: in a search for shoes, a shoe rack would precede them.
          when: { query: '' },
          boost: 'category:Home AND price < 60',
        },
      ],
    },
  },
  'winter-window': {
    name: 'Winter window',
    rules: {
      put: [
        {
          id: 'winter-window',
          name: 'Warm things on the home page',
          when: { context: { placement: 'home-for-you' } },
          boost: 'category:"Clothes > Jackets and coats"',
        },
      ],
    },
    placements: {
      put: [{ id: 'home-trending', title: 'Winter favourites', list: 'trending', limit: 12, group }],
    },
  },
} as const;

export const demoExperiment = {
  id: 'cheaper-first',
  name: 'Cheaper things for the home first',
  draft: 'cheaper-first',
  metric: 'clickRate',
} as const;
