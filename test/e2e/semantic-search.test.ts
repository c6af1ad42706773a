import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { vectorOf } from '../conformance/fake-encoder.ts';
import { ids, type Found, type Sent } from '../support/http.ts';
import { readGauge } from '../support/metrics.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Semantic search in a running service with the vendored model. */
type SemanticFound = Found & {
  readonly semantic: {
    readonly used: boolean;
    readonly skipped: string | null;
    readonly added: number;
    readonly weight: number | null;
  };
};
interface State {
  readonly project: {
    readonly semantic: {
      embedded: number;
      pending: number;
      reason: string | null;
      detail: string;
      weight: number | null;
    };
  };
}

const products: readonly [string, string, string][] = [
  ['fridge', 'Fridge-freezer', 'Kitchen'],
  ['kettle', 'Electric kettle 1.7 l', 'Kitchen'],
  ['toaster', 'Toaster for four slices', 'Kitchen'],
  ['knife', 'Chef knife, 20 cm', 'Kitchen'],
  ['pan', 'Frying pan with lid', 'Kitchen'],
  ['scale', 'Kitchen scale', 'Kitchen'],
  ['corkscrew', 'Corkscrew', 'Kitchen'],
  ['washer', 'Washing machine 9 kg', 'Household'],
  ['iron', 'Steam iron', 'Household'],
  ['vacuum', 'Cylinder vacuum cleaner', 'Household'],
  ['broom', 'Broom with long handle', 'Household'],
  ['lamp', 'Reading lamp, brass', 'Household'],
  ['pillow', 'Feather pillow', 'Bedroom'],
  ['mattress', 'Foam mattress 90 x 200', 'Bedroom'],
  ['alarm', 'Alarm clock', 'Bedroom'],
  ['shaver', 'Electric shaver', 'Bathroom'],
  ['brush', 'Electric toothbrush', 'Bathroom'],
  ['dryer', 'Hair dryer 2200 W', 'Bathroom'],
  ['towel', 'Cotton towel', 'Bathroom'],
  ['laptop', 'Laptop 14 inch', 'Office'],
  ['printer', 'Laser printer', 'Office'],
  ['stapler', 'Stapler', 'Office'],
  ['chair', 'Office chair', 'Office'],
  ['shredder', 'Paper shredder', 'Office'],
  ['phone', 'Smartphone 128 GB', 'Office'],
  ['tent', 'Tent for two', 'Outdoor'],
  ['backpack', 'Hiking backpack 60 l', 'Outdoor'],
  ['torch', 'Flashlight', 'Outdoor'],
  ['bike', 'Mountain bike', 'Outdoor'],
  ['mower', 'Lawn mower', 'Garden'],
  ['hose', 'Garden hose 20 m', 'Garden'],
  ['rake', 'Leaf rake', 'Garden'],
  ['spade', 'Spade', 'Garden'],
  ['puzzle', 'Jigsaw puzzle, 1000 pieces', 'Toys'],
  ['doll', 'Doll with dress', 'Toys'],
  ['train', 'Wooden train set', 'Toys'],
];

let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start({ VITRINE_TEXT_MODEL: 'vendored', VITRINE_TEXT_TIMEOUT_MS: '60000' });
  const scopes = ['search', 'items:read', 'items:write', 'settings', 'events'];
  key = await service.project('shop', scopes);
  const data = products.map(([id, name, category], i) =>
    item(id, { name, category, price: i + 1, description: '' }),
  );
  const answer = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(answer.status, 201);
  await embedded();
  // The similarity cutoff depends on the baseline words, which are embedded during the first queries.
  const known = join(service.dataDir, 'models');
  await until('the baseline words were not embedded', async () => {
    await search('electric toothbrush');
    return existsSync(known) && readdirSync(known).length > 0;
  });
});
after(() => service[Symbol.asyncDispose]());

const state = async (): Promise<State['project']['semantic']> => {
  const headers = await service.signIn();
  return (await service.ask<State>('GET', '/admin/projects/shop', { headers })).body.project.semantic;
};

async function readTextModel(): Promise<Sent> {
  const { body } = await service.ask<{ parts: Record<string, Sent> }>('GET', '/ready');
  return body.parts['textModel'] ?? {};
}

/** Resolves when all items are embedded. */
async function embedded(): Promise<void> {
  await until('The items were not embedded', async () => {
    const { embedded: done, pending } = await state();
    return pending === 0 && done === products.length;
  });
}

const search = async (q: string, more = ''): Promise<SemanticFound> => {
  const path = `/search/shop?q=${encodeURIComponent(q)}${more}`;
  return (await service.ask<SemanticFound>('GET', path, { key })).body;
};

const set = async (changes: Sent): Promise<void> => {
  const { status } = await service.ask('PUT', '/api/projects/shop/settings', {
    key,
    body: { search: changes },
  });
  assert.equal(status, 200);
};

test('a search without keyword matches returns semantic matches', async () => {
  for (const [q, id] of [
    ['something to keep drinks cold', 'fridge'],
    ['get rid of stubble', 'shaver'],
    ['clean my teeth', 'brush'],
    ['cut the grass', 'mower'],
    ['destroy confidential documents', 'shredder'],
  ] as const) {
    const found = await search(q);
    assert.equal(found.items[0]?.id, id, q);
    assert.equal(found.semantic.used, true);
  }
  const { fallback, semantic, total, items } = await search('teeth');
  assert.equal(fallback, 'semantic');
  assert.deepEqual([semantic.added, items[0]?.id], [total, 'brush']);
});

test('total, facets and pages are consistent', async () => {
  const q = 'something to keep drinks cold in the kitchen';
  const whole = await search(q, '&limit=100&facets=category');
  assert.equal(whole.items.length, whole.total);
  assert.equal(
    whole.facets['category']!.values.reduce((sum, { count }) => sum + count, 0),
    whole.total,
  );
  const paged: string[] = [];
  for (let offset = 0; offset < whole.total; offset += 2)
    paged.push(...ids(await search(q, `&limit=2&offset=${offset}`)));
  assert.deepEqual(paged, ids(whole));
  const counted = await search(q, '&limit=0');
  assert.equal(counted.total, whole.total);
  const scores = whole.items.map(({ _score }) => _score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

test('filters and disjunctive facets apply to semantic matches', async () => {
  const inOffice = await search('clean my teeth', '&filters=category:Office&limit=100');
  assert.ok(inOffice.items.every((one) => one['category'] === 'Office'));
  const found = await search(
    'teeth',
    '&filters=category:Bathroom&facets=category&disjunctive=category&limit=100',
  );
  const all = await search('teeth', '&facets=category&limit=100');
  const counts = ({ facets }: typeof all) =>
    facets['category']?.values.map(({ value, count }) => [value, count]);
  assert.deepEqual(counts(found), counts(all));
});

test('exact keyword matches stay first', async () => {
  assert.deepEqual(ids(await search('stapler')).slice(0, 1), ['stapler']);
  assert.deepEqual(ids(await search('electric toothbrush')).slice(0, 1), ['brush']);
  assert.equal((await search('sku-stapler')).semantic.skipped, null);
  assert.equal((await search('dv7-1211ea')).semantic.skipped, 'code');
  assert.equal((await search('cotton towel', '&sort=price:asc')).semantic.skipped, 'sorted');
  assert.equal((await search('')).semantic.skipped, 'empty_query');
});

test('explain and why-not report the keyword score and the semantic similarity', async () => {
  const { items } = await search('cut the grass', '&explain=true');
  const ranking = items[0]?.['_ranking'] as {
    reasons: string[];
    semantic: { cosine: number; added: boolean };
  };
  assert.match(ranking.reasons[0]!, /^Semantic similarity \d+ %/);
  assert.ok(ranking.semantic.cosine > 0.2);
  const whyNot = async (id: string): Promise<Sent> =>
    (await service.ask('GET', `/search/shop/why-not?item=${id}&q=teeth`, { key })).body;
  const listed = await whyNot('brush');
  assert.deepEqual([listed['listed'], listed['position']], [true, 1]);
  assert.match(JSON.stringify(listed['reasons']), /semantic match/);
  const not = await whyNot('spade');
  assert.deepEqual([not['listed'], not['words']], [false, [{ word: 'teeth', found: false }]]);
});

test('a new item is found by keywords immediately, and by similarity once it is embedded', async () => {
  const umbrella = item('umbrella', { name: 'Umbrella', description: '', price: 9 });
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: umbrella } });
  assert.deepEqual(ids(await search('umbrella')).slice(0, 1), ['umbrella']);
  await until(
    'The new item was not found',
    async () => (await search('stay dry in the rain')).items[0]?.id === 'umbrella',
  );
  const { body } = await service.ask<{ items: { _id: string }[] }>(
    'GET',
    '/api/items?project=shop&id=umbrella',
    { key },
  );
  await service.ask('DELETE', `/api/items/${body.items[0]?._id}`, { key });
  assert.equal(ids(await search('stay dry in the rain')).includes('umbrella'), false);
});

test('the semantic weight is .5 by default and configurable', async () => {
  const weight = async (): Promise<number | null> =>
    (await search('electric machine for the morning')).semantic.weight;
  assert.deepEqual([await weight(), (await state()).weight], [0.5, 0.5]);
  await set({ semantic: { weight: 0.7 } });
  assert.deepEqual([await weight(), (await state()).weight], [0.7, 0.7]);
  await set({ semantic: { weight: 'auto' } });
  assert.equal(await weight(), 0.5);
});

test('the setting disables and enables semantic search immediately', async () => {
  await set({ semantic: { enabled: false } });
  const off = await search('teeth');
  assert.deepEqual([off.total, off.semantic.skipped], [0, 'disabled']);
  assert.equal((await state()).reason, 'disabled');
  await set({ semantic: null });
  await until('Semantic search was not enabled', async () => (await search('teeth')).semantic.used);
  const wrong = await service.ask('PUT', '/api/projects/shop/settings', {
    key,
    body: { search: { semantic: { weight: 1.5 } } },
  });
  assert.equal(wrong.status, 400);
  assert.match(JSON.stringify(wrong.body), /search\.semantic\.weight must be a number from 0 to 1/);
});

test('a project in an unsupported language uses keyword search only, and the reply says so', async () => {
  await set({ languages: ['da'] });
  await until(
    'The reply does not report the unsupported language',
    async () => (await search('teeth')).semantic.skipped === 'unsupported_language',
  );
  await set({ languages: null });
  await embedded();
});

test('embeddings are available immediately after a restart', async () => {
  await service.stop();
  await service.restart();
  const { embedded: done, pending } = await state();
  assert.deepEqual([done, pending], [products.length, 0]);
});

test('the first search of a project that was closed as idle is semantic', async () => {
  await service.stop();
  await service.restart({ VITRINE_PROJECT_IDLE_SECONDS: '1' });
  await until('The text model is not ready', async () => (await readTextModel())['ready'] === true);
  const isClosed = async (): Promise<boolean> =>
    (await readGauge(service.url, 'vitrine_projects_open')) === 0;
  for (let closings = 0; closings < 3; closings++) {
    await until('The project is not closed', isClosed);
    const { semantic } = await search('teeth');
    assert.equal(semantic.used, true, JSON.stringify(semantic));
  }
});

test('/ready reports the state of the model', async () => {
  const { ready, detail } = await readTextModel();
  assert.equal(typeof ready, 'boolean');
  assert.match(String(detail), /text model/);
});

/** An OpenAI-compatible endpoint whose failures can be switched on and off. */
async function endpoint(answers: { now: boolean }): Promise<Server> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString('utf8')));
    request.on('end', () => {
      if (!answers.now) {
        response.writeHead(503, { 'retry-after': '1' }).end();
        return;
      }
      const { input } = JSON.parse(text) as { input: string[] };
      const data = input.map((one, index) => ({ index, embedding: [...vectorOf(one)] }));
      response.end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('a new model embeds all items while the old one serves, and its API key is not logged', async () => {
  const answers = { now: false };
  const server = await endpoint(answers);
  const secret = 'sk-not-for-logs-4711';
  try {
    await service.stop();
    await service.restart({
      VITRINE_TEXT_MODEL: 'fake',
      VITRINE_TEXT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      VITRINE_TEXT_KEY: secret,
      VITRINE_LOG_LEVEL: 'trace',
    });
    const before = await state();
    assert.deepEqual([before.embedded, before.pending], [products.length, products.length]);
    // The vendored model loads on its first query.
    await until(
      'The previous model did not serve',
      async () => (await search('clean my teeth')).items[0]?.id === 'brush',
    );
    answers.now = true;
    await embedded();
    assert.equal((await search('cotton towel')).semantic.used, true);
    assert.match((await state()).detail, /fake answers at 127\.0\.0\.1/);
    assert.equal(service.output.includes(secret), false);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
