import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ids, type Found, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Semantic search in several languages, in a running service with the models that come with it, and with serving threads. */
type SemanticFound = Found & {
  readonly semantic: {
    readonly used: boolean;
    readonly skipped: string | null;
    readonly model: string | null;
    readonly language: string | null;
  };
};
interface Counts {
  readonly embedded: number;
  readonly pending: number;
}
interface State {
  readonly project: { readonly semantic: Counts & { readonly crossLingual: Counts } };
}
interface Product {
  readonly id: string;
  readonly name: string;
  readonly translations?: Readonly<Record<string, { readonly name: string }>>;
}
interface Settings {
  readonly settings: { readonly search: { readonly languages: string[] } };
  readonly catalogLanguage: { readonly language: string | null } | null;
}

const file = join(import.meta.dirname, '..', '..', 'demo', 'products.ndjson');
const products = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Product)
  .filter(({ translations }) => translations?.['de'] !== undefined);
const scopes = ['search', 'items:read', 'items:write', 'settings'];

let service: LocalService;
const keys = new Map<string, string>();

before(async () => {
  service = await LocalService.start({ VITRINE_TEXT_MODEL: 'vendored', VITRINE_TEXT_TIMEOUT_MS: '60000' });
  await createShop('english', ({ name }) => ({ name }));
  await createShop('german', ({ translations }) => ({ name: translations!['de']!.name }));
  await createShop('both', ({ name, translations }) => ({
    name,
    translations: { de: { name: translations!['de']!.name } },
  }));
});
after(() => service[Symbol.asyncDispose]());

async function createShop(id: string, fields: (product: Product) => Sent): Promise<void> {
  const key = await service.project(id, scopes);
  keys.set(id, key);
  const data = products.map((product) => item(product.id, { description: '', ...fields(product) }));
  for (let from = 0; from < data.length; from += 200) {
    const body = { project: id, data: data.slice(from, from + 200) };
    assert.equal((await service.ask('POST', '/api/items', { key, body })).status, 201);
  }
  const headers = await service.signIn();
  await until(`The items of ${id} were not embedded`, async () => {
    const { body } = await service.ask<State>('GET', `/admin/projects/${id}`, { headers });
    const { embedded, pending, crossLingual } = body.project.semantic;
    return pending + crossLingual.pending === 0 && embedded > 0.9 * data.length;
  });
}

const search = async (id: string, q: string, more = ''): Promise<SemanticFound> => {
  const path = `/search/${id}?q=${encodeURIComponent(q)}${more}`;
  return (await service.ask<SemanticFound>('GET', path, { key: keys.get(id)! })).body;
};
const readSettings = async (id: string): Promise<Settings> =>
  (await service.ask<Settings>('GET', `/api/projects/${id}/settings`, { key: keys.get(id)! })).body;

/** The names of the first items of a search. */
const names = async (id: string, q: string): Promise<string[]> => {
  const { items } = await search(id, q);
  return items.slice(0, 5).map(({ name }) => name);
};

test('the language of a catalog is found out from its names, and decides the model', async () => {
  for (const [id, language, model] of [
    ['english', 'en', 'english'],
    ['german', 'de', 'multilingual'],
  ] as const) {
    const { settings, catalogLanguage } = await readSettings(id);
    assert.deepEqual([catalogLanguage?.language, settings.search.languages], [language, [language]]);
    assert.equal((await search(id, id === 'english' ? 'trail hiking shoe' : 'Föhn')).semantic.model, model);
  }
});

test('a German shop finds goods by meaning, and nothing that it does not sell', async () => {
  assert.match((await names('german', 'Föhn')).join(), /haartrockner/i);
  assert.match((await names('german', 'Schuhwerk')).join(), /schuh/i);
  for (const q of ['Traktor', 'Hebamme', 'asdfgh']) assert.equal((await search('german', q)).total, 0, q);
});

test('an English shop is searched in other languages, which the reply tells', async () => {
  for (const [q, expected] of [
    ['krzesło', /chair/i],
    ['防水登山靴', /boot|shoe/i],
    ['chaussures de randonnée', /shoe|boot/i],
  ] as const) {
    await until(
      `${q} was not compared with the names`,
      async () => (await search('english', q)).semantic.used,
    );
    const { semantic } = await search('english', q);
    assert.deepEqual([semantic.model, semantic.language], ['multilingual', 'en'], q);
    assert.match((await names('english', q))[0] ?? '', expected, q);
  }
  assert.equal((await search('english', 'hiking boots')).semantic.language, null);
});

test('GET /ready tells of both models', async () => {
  const { body } = await service.ask<{ parts: Record<string, { ready: boolean }> }>('GET', '/ready');
  assert.deepEqual([body.parts['textModel']?.ready, body.parts['multilingualModel']?.ready], [true, true]);
});

test('words of translations find their items, and are no English words', async () => {
  const found = await search('both', 'Leichter Wanderschuh');
  assert.deepEqual([found.semantic.used, found.semantic.skipped], [false, 'enough_matches']);
  assert.match(found.items[0]?.name ?? '', /hiking/i);
  // Only one of the words is in a translation.
  const other = await search('both', 'Wasserdichter Wanderschuh');
  assert.notEqual(other.semantic.model, 'english');
});

test('foreign queries can be switched off, and the model chosen', async () => {
  const set = async (changes: Sent): Promise<void> => {
    const path = '/api/projects/both/settings';
    const { status } = await service.ask('PUT', path, { key: keys.get('both')!, body: { search: changes } });
    assert.equal(status, 200);
  };
  assert.equal((await search('both', '防水登山靴')).semantic.used, true);
  await set({ foreignQueries: false });
  await until('foreign queries are on', async () => !(await search('both', '防水登山靴')).semantic.used);
  assert.equal((await search('both', '防水登山靴')).semantic.skipped, 'unsupported_language');
  await set({ semantic: { model: 'multilingual' } });
  await until('the other model does not serve', async () => {
    const { semantic } = await search('both', 'Föhn');
    return semantic.model === 'multilingual' && semantic.language === null;
  });
  // One space for all languages, with the translated names, too.
  const { semantic } = await search('both', '防水登山靴');
  assert.deepEqual([semantic.used, semantic.language], [true, null]);
  await set({ foreignQueries: null, semantic: null });
});

test('serving threads and a restart answer as before', async () => {
  const queries = ['krzesło', 'chaussures de randonnée', 'trail hiking shoe'] as const;
  const answer = async (): Promise<unknown> =>
    await Promise.all(
      queries.map(async (q) => {
        const found = await search('english', q);
        return { ids: ids(found), total: found.total, semantic: found.semantic };
      }),
    );
  const before = await answer();
  for (const VITRINE_THREADS of ['2', '0']) {
    await service.stop();
    await service.restart({ VITRINE_THREADS });
    await until('the models do not answer as before the restart', async () => {
      try {
        assert.deepEqual(await answer(), before);
        return true;
      } catch {
        return false;
      }
    });
    assert.deepEqual(await answer(), before);
  }
});
