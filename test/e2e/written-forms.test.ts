import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Found } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Products are found however shoppers write their names. */
let service: LocalService;
const keys = new Map<string, string>();

const catalogs: Readonly<Record<string, { languages: string[]; names: Record<string, string> }>> = {
  english: {
    languages: ['en'],
    names: {
      'pro-max': 'iPhone 15 Pro Max 256GB',
      pro: 'iPhone 15 Pro',
      cpp: 'C++ Primer',
      csharp: 'C# in Depth',
      c: 'Learn C',
      cppmug: 'Cpp mug',
      disney: 'Disney+ gift card',
      opi: 'O.P.I Nail Lacquer',
      bean: 'L.L.Bean Boots',
      williams: 'R.M. Williams Belt',
      apc: 'APC Jeans',
      socks: 'Socks size 7/8',
      hebrew: 'שָׁלוֹם mug',
      digits: 'Notebook ١٢',
    },
  },
  german: {
    languages: ['de'],
    names: { bag: 'Damenhandtasche', coat: 'Damen Mantel', cream: 'Hand Creme', bottle: 'Flasche' },
  },
  finnish: {
    languages: ['fi'],
    names: { boot: 'Saapas', boots: 'Saappaat', shoe: 'Kenkä', shoes: 'Kengät' },
  },
};

before(async () => {
  service = await LocalService.start();
  for (const [project, { languages, names }] of Object.entries(catalogs)) {
    const key = await service.project(project, ['search', 'items:write', 'settings']);
    keys.set(project, key);
    const settings = { search: { languages } };
    const changed = await service.ask('PUT', `/api/projects/${project}/settings`, { key, body: settings });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const data = Object.entries(names).map(([id, name]) => item(id, { name }));
    await service.ask('POST', '/api/items', { key, body: { project, data } });
  }
  const synonyms = { synonyms: [{ kind: 'equivalent', words: ['c++', 'cpp'] }] };
  await service.ask('PUT', '/api/projects/english/synonyms', { key: keys.get('english')!, body: synonyms });
});
after(() => service[Symbol.asyncDispose]());

async function search(project: string, q: string): Promise<string> {
  const path = `/search/${project}?q=${encodeURIComponent(q)}`;
  const { body } = await service.ask<Found>('GET', path, { key: keys.get(project)! });
  return body.items.map(({ id }) => id).join(' ');
}

const found: readonly (readonly [project: string, query: string, ids: string])[] = [
  ['english', 'iphone15promax', 'pro-max pro'],
  ['english', 'c#', 'csharp'],
  ['english', 'c++', 'cpp cppmug'],
  ['english', 'disney gift card', 'disney'],
  ['english', 'opi', 'opi'],
  ['english', 'o p i', 'opi'],
  ['english', 'l l bean', 'bean'],
  ['english', 'llbean', 'bean'],
  ['english', 'rm williams', 'williams'],
  ['english', 'a.p.c.', 'apc'],
  ['english', 'socks 7', 'socks'],
  ['english', 'socks 8', 'socks'],
  ['english', 'שלום', 'hebrew'],
  ['english', 'notebook १२', 'digits'],
  ['german', 'tasche', 'bag'],
  ['finnish', 'saappaat', 'boots boot'],
  ['finnish', 'kenkä', 'shoe shoes'],
];

for (const [project, query, ids] of found)
  test(`GET /search finds the product by "${query}"`, async () => {
    assert.equal(await search(project, query), ids);
  });

test('GET /search finds C before C++ and C# by "c"', async () => {
  const [first, ...others] = (await search('english', 'c ')).split(' ');
  assert.equal(first, 'c');
  assert.deepEqual(new Set(others.slice(0, 2)), new Set(['cpp', 'csharp']));
});
