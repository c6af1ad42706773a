import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, type Found } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Semantic search with the vendored model, for catalogs and queries in languages that it does not know. */
type SemanticFound = Found & {
  readonly semantic: { readonly used: boolean; readonly skipped: string | null };
};
interface State {
  readonly project: { readonly semantic: { readonly pending: number; readonly reason: string | null } };
}

let service: LocalService;
before(async () => {
  service = await LocalService.start({ VITRINE_TEXT_MODEL: 'vendored', VITRINE_TEXT_TIMEOUT_MS: '60000' });
});
after(() => service[Symbol.asyncDispose]());

/** A project with items of these names, embedded as far as the model reads them; returns its search. */
async function shopOf(
  project: string,
  names: readonly string[],
  reason: string | null,
): Promise<(q: string) => Promise<SemanticFound>> {
  const key = await service.project(project, ['search', 'items:write', 'settings']);
  // The multilingual model reads what the English one does not.
  const body = { search: { foreignQueries: false } };
  assert.equal((await service.ask('PUT', `/api/projects/${project}/settings`, { key, body })).status, 200);
  const data = names.map((name, i) => item(`${project}${i}`, { name, category: '', description: '' }));
  assert.equal((await service.ask('POST', '/api/items', { key, body: { project, data } })).status, 201);
  const headers = await service.signIn();
  await until('The texts still wait', async () => {
    const { semantic } = (await service.ask<State>('GET', `/admin/projects/${project}`, { headers })).body
      .project;
    return semantic.pending === 0 && semantic.reason === reason;
  });
  return async (q) =>
    (await service.ask<SemanticFound>('GET', `/search/${project}?q=${encodeURIComponent(q)}`, { key })).body;
}

test('a catalog that the model cannot read is searched by words alone, whatever the language of the query', async () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    ja: [
      '冷蔵庫 400L',
      '洗濯機 9kg',
      '電子レンジ',
      '炊飯器 5.5合',
      '掃除機 コードレス',
      'ドライヤー',
      '電気ケトル',
      'トースター',
      '扇風機',
      '空気清浄機',
      '加湿器',
      '除湿機',
      'アイロン',
      'ミキサー',
      'ホットプレート',
      '食器洗い機',
      '電動歯ブラシ',
      '体重計',
      'シェーバー',
      '照明 LED',
    ],
    pl: [
      'Lodówka z zamrażarką',
      'Pralka 9 kg',
      'Kuchenka mikrofalowa',
      'Odkurzacz bezworkowy',
      'Suszarka do włosów',
      'Czajnik elektryczny',
      'Opiekacz',
      'Wentylator stojący',
      'Oczyszczacz powietrza',
      'Nawilżacz',
      'Żelazko parowe',
      'Blender ręczny',
      'Zmywarka do naczyń',
      'Szczoteczka do zębów',
      'Waga łazienkowa',
      'Golarka męska',
      'Lampa biurkowa',
      'Piekarnik',
      'Ekspres do kawy',
      'Grzejnik olejowy',
    ],
  };
  for (const [project, all] of Object.entries(names)) {
    const find = await shopOf(project, all, 'unsupported_language');
    for (const q of project === 'ja' ? ['自転車', 'bicycle'] : ['rower', 'hulajnoga']) {
      const { items, semantic, fallback } = await find(q);
      assert.deepEqual([semantic.used, semantic.skipped], [false, 'unsupported_language'], q);
      assert.ok(items.length === 0 || fallback === 'popular', `${q}: ${JSON.stringify(items)}`);
    }
    const present = await find(project === 'ja' ? '冷蔵庫' : 'pralka');
    assert.deepEqual([present.total, ids(present).length], [1, 1]);
  }
});

test('a query of words that neither English nor the catalog has finds nothing by meaning', async () => {
  const search = await shopOf(
    'en',
    ['Electric kettle 1.7 l', 'Washing machine 9 kg', 'Frying pan with lid', 'Reading lamp', 'Office chair'],
    null,
  );
  for (const q of ['asdfgh', 'chaussures', 'zapatillas deportivas', 'qwrtz dfgdfg']) {
    const { items, semantic, fallback } = await search(q);
    assert.equal(semantic.skipped, 'unknown_words', q);
    assert.ok(items.length === 0 || fallback === 'popular', `${q}: ${JSON.stringify(items)}`);
  }
  assert.equal((await search('自転車')).semantic.skipped, 'unsupported_language');
  // Their corrections are embedded.
  for (const [q, correction] of [
    ['elektrik kettel', 'electric kettle'],
    ['wsahing mahcine', 'washing machine'],
  ] as const) {
    const { semantic, correctedQuery } = await search(q);
    assert.deepEqual([correctedQuery, semantic.used, semantic.skipped], [correction, true, null]);
  }
});
