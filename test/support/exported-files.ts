/** Files that other systems export, by the system and the names in docs/guide/moving.md. */
const lines = (records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');
const document = (value: object): string => JSON.stringify(value, null, 2);
const interaction = { userId: 'u1', itemId: 'a1', timestamp: '2026-11-01T10:00:00Z' };

export const exportedFiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  algolia: {
    'objects.ndjson': lines([
      { objectID: 'a1', title: 'Oak chair', image: 'https://shop.example/a1.jpg', price: 100, brand: 'Acme' },
      { objectID: 'a2', title: 'Oak stool', brand: 'Acme' },
    ]),
    'settings.json': document({
      searchableAttributes: ['title', 'brand'],
      customRanking: ['desc(popularity)'],
      decompoundedAttributes: { de: ['title'] },
    }),
    'synonyms.ndjson': lines([
      { objectID: 's1', type: 'synonym', synonyms: ['chair', 'seat'] },
      { objectID: 's2', type: 'oneWaySynonym', input: 'furniture', synonyms: ['chair'] },
    ]),
    'rules.ndjson': lines([
      {
        objectID: 'chairs',
        conditions: [{ pattern: 'chair', anchoring: 'contains' }],
        consequence: { promote: [{ objectID: 'a1', position: 0 }] },
      },
    ]),
  },
  meilisearch: {
    'documents.json': document({
      results: [{ id: 1, title: 'Oak chair', price: 100 }],
      limit: 20,
      offset: 0,
      total: 1,
    }),
    'settings.json': document({ rankingRules: ['words', 'price:asc'], synonyms: { chair: ['seat'] } }),
  },
  typesense: {
    'export.json': lines([{ id: '1', name: 'Oak chair', price: 100 }]),
    'synonyms.json': document({ synonyms: [{ id: 's1', synonyms: ['chair', 'seat'] }] }),
    'overrides.json': document({
      overrides: [
        { id: 'o1', rule: { query: 'chair', match: 'exact' }, includes: [{ id: '1', position: 1 }] },
      ],
    }),
    'collection.json': document({
      name: 'products',
      fields: [{ name: 'brand', type: 'string', facet: true }],
    }),
  },
  elasticsearch: {
    'hits.ndjson': lines([{ _index: 'products', _id: '1', _source: { name: 'Oak chair', price: 100 } }]),
    'settings.json': document({
      products: {
        settings: {
          index: { analysis: { filter: { own: { type: 'synonym', synonyms: ['chair, seat'] } } } },
        },
      },
    }),
  },
  gorse: {
    'items.json': document({ Items: [{ ItemId: 'a1', Labels: { title: 'Oak chair', price: 100 } }] }),
    'feedback.json': document({
      Feedback: [{ FeedbackType: 'read', UserId: 'u1', ItemId: 'a1', Timestamp: '2026-11-01T10:00:00Z' }],
    }),
  },
  recombee: {
    'items.json': document([{ itemId: 'a1', title: 'Oak chair', price: 100 }]),
    'detail-views.json': document([interaction]),
    'cart-additions.json': document([interaction]),
    'purchases.json': document([{ ...interaction, amount: 2, price: 100 }]),
  },
};
