import { item } from './service.ts';

/** Refuses connections. */
export const webhookHost = '127.0.0.1:9';
export const view = { id: 'low-stock', name: 'Low stock', page: 'items', query: 'stock=low' };
export const feed = { id: 'erp', url: `http://${webhookHost}/items.csv` };
export const webhook = { id: 'on-call', url: `http://${webhookHost}/`, alerts: ['no_results'] };
/** Constraints of a body that the document does not express. */
export const adjust: Readonly<Record<string, (body: Record<string, unknown>) => Record<string, unknown>>> = {
  // JSON text has the same fields as an object.
  addItems: (body) =>
    typeof body['data'] === 'string' ? { ...body, data: JSON.stringify(item('text')) } : body,
  changeItem: (body) => ({ ...body, data: withoutId(body['data']) }),
  changeItems: ({ data, ...body }) => ({
    ...body,
    data: Array.isArray(data) ? data.map(namedById) : JSON.stringify([{ id: 'a', price: 2 }]),
  }),
  changeMatchingItems: ({ changes, ...body }) => ({
    ...body,
    filters: 'brand:B',
    changes: typeof changes === 'string' ? '{"price":2}' : changedField(changes),
  }),
  deleteItems: (body) => ({ wait: body['wait'], filters: 'brand:none' }),
  changeItemNamedInside: (body) => ({ ...body, _id: 'a', data: withoutId(body['data']) }),
  changeSettings: ({ search }) => ({ search: together((search ?? {}) as Record<string, unknown>) }),
  previewSettings: ({ settings, ...body }) => ({
    ...previewed(body),
    settings: { search: together((settings as { search?: Record<string, unknown> })?.search ?? {}) },
  }),
  reportPage: (body) => ({ ...body, page: '/p/a' }),
  searchFacets: ({ disjunctive: _disjunctive, ...body }) => body,
  changeSynonyms: () => ({ synonyms: [{ kind: 'oneWay', from: 'phone', to: ['handset'] }] }),
  previewSynonyms: (body) => ({ ...body, synonyms: [{ kind: 'oneWay', from: 'sofa', to: ['settee'] }] }),
  changeRules: () => ({ rules: [{ id: 'winter', pin: [{ id: 'a', position: 3 }] }] }),
  previewRules: ({ rules: _rules, ...body }) => previewed(body),
  putCollection: () => ({ collection: { id: 'sale', filter: 'brand:B', pin: [{ id: 'a', position: 3 }] } }),
  previewCollection: ({ collection: _draft, ...body }) => previewed(body),
  putPlacement: ({ placement }) => ({ placement: { ...(placement as object), ...listAndFallbacks } }),
  putWebhook: (body) => ({ ...body, webhook }),
  putFeed: () => ({ feed }),
  putView: () => ({ view }),
  discoverFeed: () => ({ url: `http://${webhookHost}/` }),
  previewPlacement: ({ placement: _draft, ...body }) => previewed(body),
  putDraft: () => ({ draft: { id: 'winter', rules: { put: [{ id: 'winter', hide: ['a'] }] } } }),
  putExperiment: () => ({ experiment: { id: 'boots', draft: 'winter' } }),
  // Web keys (all keys with origins) and keys with a filter are limited to few scopes.
  createKey: ({ kind: _kind, filter: _filter, origins: _origins, ...body }) => body,
  mergeUsers: ({ session: _one, ...body }) => ({ ...body, from: 'somebody', into: 'other' }),
};

/** Names of items that are no addresses, which must be http(s) ones. */
export function withoutAddresses(body: Record<string, unknown>): Record<string, unknown> {
  const namesAddress = (value: unknown): boolean => [value].flat().includes('url');
  return JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'by' && namesAddress(value) ? 'sku' : value,
  ) as Record<string, unknown>;
}

/** Of a segment or a visitor, at a valid time. */
function previewed({ user, session, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, at: '2026-12-24', ...('segment' in body ? {} : { user, session }) };
}

/** Fallbacks that are not the list of their placement. */
const listAndFallbacks = { id: 'home-top', list: 'user', fallbacks: ['trending'] };

/** Makes individually valid settings valid in combination. */
function together(search: Record<string, unknown>): Record<string, unknown> {
  const {
    typos: _typos,
    name: _name,
    unsearchableFields: _unsearched,
    criteria,
    zones,
    languages,
    synonyms,
    facets,
    ...rest
  } = search;
  return {
    ...rest,
    ...(Array.isArray(criteria) ? { criteria: [...new Set(criteria)] } : {}),
    ...(synonyms === undefined ? {} : { synonyms: [{ kind: 'oneWay', from: 'phone', to: ['handset'] }] }),
    ...(facets === undefined ? {} : { facets: [{ field: 'brand', order: 'size', first: ['B'] }] }),
    ...(languages === undefined ? {} : { languages: ['de'] }),
    ...(Array.isArray(zones) ? { zones: zones.map((zone, i) => ({ ...zone, fields: [`field${i}`] })) } : {}),
  };
}

/** At least one field, and none that only one item can have. */
function changedField(changes: unknown): Record<string, unknown> {
  return { stock: 1, ...(withoutId(changes) as Record<string, unknown>) };
}

function withoutId(data: unknown): unknown {
  if (data === null || typeof data !== 'object') return data;
  const { id: _kept, ...rest } = data as Record<string, unknown>;
  return rest;
}

/** The change of an item that exists, in any version. */
function namedById(change: Record<string, unknown>, index: number): Record<string, unknown> {
  const { _id: _ours, _version: _any, ...rest } = change;
  return { ...rest, id: index % 2 === 0 ? 'a' : 'b' };
}
