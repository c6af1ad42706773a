import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { draftShop, pinned, synonyms, type Part, type Problem, type Found } from '../support/draft-shop.ts';

let service: LocalService;
before(async () => {
  service = await LocalService.start({ VITRINE_THREADS: '2' });
});
after(() => service[Symbol.asyncDispose]());
const shop = (id: string) => draftShop(service, id);

test('a draft has its differences from the live configuration, a version, an author, and is deleted', async () => {
  const the = await shop('drafts');
  await the.ok('PUT', `${the.path}/rules`, { rules: [{ id: 'old', hide: ['x'] }, pinned] });
  const draft = {
    id: 'winter',
    name: 'Winter',
    settings: { search: { synonyms } },
    rules: { put: [{ ...pinned, pin: [{ id: 'brass', position: 1 }] }], remove: ['old'] },
    collections: { put: [{ id: 'sale', items: ['brass'] }] },
    placements: { put: [{ id: 'top', list: 'popular' }] },
  };
  const created = await the.put(draft);
  assert.deepEqual(created.draft, draft);
  assert.deepEqual([created.version, created.conflicts, created.notPreviewed], [1, [], []]);
  assert.deepEqual(
    created.changes.map(({ kind, id, differences }) => [kind, id, differences.map(({ path }) => path)]),
    [
      ['settings', 'search.synonyms', ['']],
      ['rules', 'old', ['']],
      ['rules', 'first', ['pin[0].id']],
      ['collections', 'sale', ['']],
      ['placements', 'top', ['']],
    ],
  );
  const renamed = await the.put({ ...draft, name: 'Winter sale' });
  assert.equal(renamed.version, 2);
  const { drafts } = await the.ok<{ drafts: { id: string; name: string; parts: Part[] }[] }>(
    'GET',
    `${the.path}/drafts`,
  );
  assert.deepEqual(
    drafts.map(({ id, name, parts }) => [id, name, parts.length]),
    [['winter', 'Winter sale', 5]],
  );
  const stale = await the.ask<Problem>('PUT', `${the.path}/drafts/winter`, { draft }, { 'if-match': '"1"' });
  assert.deepEqual([stale.status, stale.body.code], [412, 'draft_changed']);
  const answer = await the.ask('GET', `${the.path}/drafts/winter`);
  assert.match(answer.headers.get('etag') ?? '', /"2"$/);
  assert.equal(
    (await the.ask('DELETE', `${the.path}/drafts/winter`, undefined, { 'if-match': '"2"' })).status,
    200,
  );
  for (const [method, to] of [
    ['GET', '/drafts/winter'],
    ['DELETE', '/drafts/winter'],
    ['POST', '/drafts/winter/publish'],
  ] as const) {
    const gone = await the.ask<Problem>(method, `${the.path}${to}`, method === 'POST' ? {} : undefined);
    assert.deepEqual([gone.status, gone.body.code], [404, 'draft_not_found'], to);
  }
  // No version: nothing live changed but the rules.
  assert.equal((await the.ok<{ total: number }>('GET', `${the.path}/versions`)).total, 1);
});

test('searches and previews with `draft` answer as if it was published, and others do not change', async () => {
  const the = await shop('views');
  await the.put({
    id: 'd',
    settings: { search: { synonyms, facets: [{ field: 'material', hiddenValues: ['brass'] }] } },
    rules: { put: [pinned, { id: 'banner', when: { query: 'light' }, userData: 'hello' }] },
    collections: { put: [{ id: 'sale', items: ['ceiling', 'brass'] }] },
    placements: { put: [{ id: 'top', list: 'popular', filters: 'material:steel' }] },
  });
  const facetsOf = ({ facets }: Found): string[] => facets['material']!.values.map(({ value }) => value);
  for (let round = 0; round < 4; round++) {
    const live = await the.search({ q: 'lamp', facets: ['material'] });
    assert.deepEqual([live.total, live.items[0]!.id, facetsOf(live)], [2, 'brass', ['brass', 'steel']]);
    const seen = await the.search({ q: 'lamp', facets: ['material'], draft: 'd' });
    assert.deepEqual([seen.total, seen.items[0]!.id, facetsOf(seen)], [3, 'steel', ['steel']]);
    assert.equal(seen.warnings, undefined);
  }
  const get = await the.ok<Found>('GET', '/search/views?q=light&draft=d');
  assert.deepEqual([get.total, get.userData], [3, ['hello']]);
  const both = await the.ok<{ results: Found[] }>('POST', '/search', {
    project: 'views',
    searches: [{ q: 'lamp' }, { q: 'lamp', draft: 'd' }],
  });
  assert.deepEqual(
    both.results.map(({ total }) => total),
    [2, 3],
  );
  assert.deepEqual(await the.found({ collection: 'sale', draft: 'd' }), ['ceiling', 'brass']);
  const missing = await the.ask<Problem>('POST', '/search/views', { collection: 'sale' });
  assert.equal(missing.body.code, 'collection_not_found');

  const list = await the.ok<{ items: { id: string }[] }>('POST', '/reco/placements/top', {
    index: 'views',
    draft: 'd',
  });
  assert.deepEqual(list.items.map(({ id }) => id).toSorted(), ['ceiling', 'steel']);
  const popular = async (draft: object): Promise<string[]> => {
    const { items } = await the.ok<{ items: { id: string }[] }>('POST', '/reco/popular', {
      index: 'views',
      ...draft,
    });
    return items.map(({ id }) => id);
  };
  await the.put({ id: 'lists', rules: { put: [{ id: 'steel', filter: 'material:brass' }] } });
  assert.deepEqual(await popular({ draft: 'lists' }), ['brass']);
  assert.equal((await popular({})).length, 3);
  const preview = await the.ok<Found>('POST', `${the.path}/placements/top/preview`, { draft: 'd' });
  assert.equal(preview.items.length, 2);
  const rules = await the.ok<{ acting: string[] }>('POST', `${the.path}/rules/preview`, {
    q: 'lamp',
    draft: 'd',
  });
  assert.deepEqual(rules.acting, ['first']);
  const page = await the.ok<Found>('POST', `${the.path}/collections/sale/preview`, { draft: 'd' });
  assert.equal(page.total, 2);
  const values = await the.ok<{ values: { value: string }[] }>('POST', '/search/views/facets/material', {
    q: 'lamp',
    draft: 'd',
  });
  assert.equal(
    values.values.some(({ value }) => value === 'brass'),
    false,
  );
  const suggested = await the.ok<{ suggestions: object[] }>('GET', '/search/views/suggest?q=la&draft=d');
  assert.ok(suggested.suggestions.length > 0);
  const why = await the.ok<{ position: number }>('GET', '/search/views/why-not?q=lamp&item=steel&draft=d');
  assert.equal(why.position, 1);

  // New products are in the view at once.
  await the.ok('POST', '/api/items', { project: 'views', data: [item('desk', { name: 'Desk light' })] });
  assert.equal((await the.search({ q: 'lamp', draft: 'd' })).total, 4);
});

test('a draft is only for keys with the scope `settings`, and for its own project', async () => {
  const the = await shop('mine');
  const other = await shop('theirs');
  await the.put({ id: 'd', rules: { put: [pinned] } });
  for (const [method, to, body] of [
    ['GET', '/search/mine?q=lamp&draft=d', undefined],
    ['POST', '/search/mine', { q: 'lamp', draft: 'd' }],
    ['POST', '/reco/placements/top', { index: 'mine', draft: 'd' }],
    ['POST', '/search/mine/facets/material', { draft: 'd' }],
    ['GET', '/search/mine/suggest?q=l&draft=d', undefined],
  ] as const) {
    const refused = await service.ask<Problem>(method, to, {
      key: the.webKey,
      ...(body === undefined ? {} : { body }),
    });
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing'], to);
  }
  const unknown = await other.ask<Problem>('POST', '/search/theirs', { q: 'lamp', draft: 'd' });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'draft_not_found']);
  for (const [method, to] of [
    ['GET', '/drafts'],
    ['GET', '/drafts/d'],
    ['DELETE', '/drafts/d'],
  ] as const) {
    const refused = await service.ask<Problem>(method, `${the.path}${to}`, { key: other.key });
    assert.deepEqual([refused.status, refused.body.code], [403, 'project_forbidden'], to);
  }
  const published = await service.ask<Problem>('POST', `${the.path}/drafts/d/publish`, {
    key: other.key,
    body: {},
  });
  assert.equal(published.status, 403);
  // Private fields are visible to keys with another scope.
  const hidden = await the.ask<Problem>('PUT', `${the.path}/drafts/p`, {
    draft: { id: 'p', settings: { items: { privateFields: [] } } },
  });
  assert.deepEqual([hidden.status, hidden.body.code], [403, 'scope_missing']);
});

test('what needs another index is not previewed, and named', async () => {
  const the = await shop('unseen');
  const reply = await the.put({
    id: 'd',
    settings: { search: { languages: ['de'], synonyms }, events: { weights: { view: 2 } } },
  });
  assert.deepEqual(reply.notPreviewed, ['settings.search.languages', 'settings.events.weights']);
  const found = await the.search({ q: 'lamp', draft: 'd' });
  assert.equal(found.total, 3);
  assert.deepEqual(
    found.warnings?.map(({ code, path }) => [code, path]),
    [
      ['draft_not_previewed', 'draft'],
      ['draft_not_previewed', 'draft'],
    ],
  );
  const { task } = await the.publish('d');
  assert.notEqual(task, null);
});

test('a draft is checked as the changes that are live at once, when it is stored and when it is published', async () => {
  const the = await shop('checked');
  const refused = async (own: object): Promise<string[]> => {
    const { status, body } = await the.ask<Problem>('PUT', `${the.path}/drafts/d`, {
      draft: { id: 'd', ...own },
    });
    assert.equal(status, 400, JSON.stringify(body));
    return body.errors.map(({ path, code }) => `${path} ${code}`);
  };
  assert.deepEqual(await refused({ id: 'e' }), ['draft.id contradiction']);
  assert.deepEqual(await refused({ rules: { put: [{ id: 'r' }] } }), ['rules[0] required']);
  assert.deepEqual(await refused({ rules: { put: [pinned], remove: ['first'] } }), [
    'draft.rules.remove[0] duplicate',
  ]);
  assert.deepEqual(await refused({ rules: { puts: [] } }), ['draft.rules.puts unknown']);
  assert.deepEqual(await refused({ collections: { put: [{ id: 'c' }] } }), ['collection required']);
  assert.deepEqual(await refused({ placements: { put: [{ id: 'P', list: 'user' }] } }), [
    'placement.id format',
  ]);
  assert.deepEqual(await refused({ settings: { search: { unsearchableFields: ['name'] } } }), [
    'search.unsearchableFields duplicate',
  ]);
  const filter = await the.ask<Problem>('PUT', `${the.path}/drafts/d`, {
    draft: { id: 'd', placements: { put: [{ id: 'p', list: 'user', filters: 'price <' }] } },
  });
  assert.deepEqual([filter.status, filter.body.code], [400, 'invalid_filter']);

  // Valid when it is stored, and too much when it is published.
  const many = Array.from({ length: limits.rulesMax }, (_, no) => ({ id: `r${no}`, hide: ['x'] }));
  await the.put({ id: 'd', rules: { put: [pinned] }, settings: { search: { synonyms } } } as { id: string });
  await the.ok('PUT', `${the.path}/rules`, { rules: many });
  const full = await the.ask<Problem>('POST', `${the.path}/drafts/d/publish`, {});
  assert.deepEqual([full.status, full.body.errors[0]!.code], [400, 'too_many']);
  assert.equal((await the.search({ q: 'lamp' })).total, 2, 'nothing of it is live');
});

test('drafts have limits in number, parts and bytes', async () => {
  const the = await shop('limits');
  const drafts = `${the.path}/drafts`;
  const draftOf = (id: string, own: object = {}) => ({ draft: { id, ...own } });
  for (let no = 0; no < limits.draftsMax; no++) await the.put({ id: `d${no}` });
  const many = await the.ask<Problem>('PUT', `${drafts}/one-more`, draftOf('one-more'));
  assert.deepEqual([many.status, many.body.errors[0]!.code], [400, 'too_many']);
  const hidden = (count: number) => ({
    rules: { remove: Array.from({ length: count }, (_, no) => `r${no}`) },
  });
  await the.put({ id: 'd0', ...hidden(limits.draftPartsMax) });
  const parts = await the.ask<Problem>('PUT', `${drafts}/d0`, {
    draft: { id: 'd0', ...hidden(limits.draftPartsMax), settings: { search: { synonyms } } },
  });
  assert.deepEqual([parts.status, parts.body.errors[0]!.code], [400, 'too_many']);
  const banner = (bytes: number) => 'x'.repeat(bytes);
  // Stored with its author and the live states, which are null here.
  const large = (count: number, last: number) => ({
    rules: {
      put: Array.from({ length: count }, (_, no) => ({
        id: `big${String(no).padStart(3, '0')}`,
        userData: banner(no === 0 ? last : 9_000),
      })),
    },
  });
  const fits = async (own: object): Promise<boolean> => {
    const { status, body } = await the.ask<Problem>('PUT', `${drafts}/d1`, draftOf('d1', own));
    if (status !== 200) assert.deepEqual([status, body.errors[0]!.code], [400, 'too_long']);
    return status === 200;
  };
  let [low, high] = [1, 9_900];
  assert.equal(await fits(large(115, low)), true);
  assert.equal(await fits(large(116, high)), false);
  // The largest that fits is one byte below the smallest that does not.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(large(115, middle))) low = middle;
    else high = middle;
  }
  const sized = large(115, low);
  const author = (await the.put({ id: 'd1', ...sized })).author;
  const stored = {
    draft: { id: 'd1', ...sized },
    author,
    base: sized.rules.put.map(({ id }) => ({ kind: 'rules', id, state: null })),
  };
  if (low < 9_899) assert.equal(JSON.stringify(stored).length, limits.draftBytesMax);
  for (let no = 2; no < 9; no++) {
    const { status } = await the.ask('PUT', `${drafts}/d${no}`, draftOf(`d${no}`, sized));
    if (status !== 200)
      assert.ok(no * JSON.stringify(stored).length > limits.draftsBytesMax - JSON.stringify(stored).length);
    else assert.ok(no * JSON.stringify(stored).length <= limits.draftsBytesMax);
  }
  const long = 'i'.repeat(limits.resourceIdLengthMax);
  await the.ok('DELETE', `${drafts}/d20`);
  await the.put({ id: long, name: 'n'.repeat(limits.resourceNameLengthMax) } as { id: string });
  const tooLong = await the.ask<Problem>('PUT', `${drafts}/x`, {
    draft: { id: `${long}i`, name: 'n'.repeat(limits.resourceNameLengthMax + 1) },
  });
  assert.deepEqual(
    tooLong.body.errors.map(({ path }) => path),
    ['draft.id', 'draft.name'],
  );
});
