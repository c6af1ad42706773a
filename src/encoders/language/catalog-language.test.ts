import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '../../lib/seeded-random.ts';
import { root } from '../../lib/package-root.ts';
import { catalogNames } from './catalog-names.fixture.ts';
import { detectCatalogLanguage, identifyCatalogLanguage } from './catalog-language.ts';

interface Product {
  readonly name: string;
  readonly translations?: Readonly<Record<string, { readonly name: string }>>;
}

const demo = readFileSync(join(root, 'demo/products.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Product);
const translatedNames = (language: string): string[] =>
  demo.flatMap(({ translations }) => translations?.[language]?.name ?? []);

/** The names in slices of 25, 100 and 1,000, each in a random order. */
function* catalogs(names: readonly string[]): Generator<readonly string[]> {
  const random = createRandom(20261130);
  const shuffled = names
    .map((name) => ({ name, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);
  for (const size of [25, 100, 1_000])
    for (let from = 0; from + size <= Math.max(shuffled.length, size) && from < size * 40; from += size)
      yield shuffled.slice(from, from + size);
}

for (const [language, names] of Object.entries(catalogNames))
  test(`detectCatalogLanguage() identifies a dozen names as ${language}`, () => {
    assert.equal(detectCatalogLanguage(names), language);
  });

test('detectCatalogLanguage() identifies the languages of the demo shop', () => {
  for (const [language, names] of [
    ['en', demo.map(({ name }) => name)],
    ['de', translatedNames('de')],
    ['ja', translatedNames('ja')],
    ['ar', translatedNames('ar')],
  ] as const)
    for (const catalog of catalogs(names))
      assert.equal(detectCatalogLanguage(catalog), language, catalog.slice(0, 25).join('; '));
});

test('detectCatalogLanguage() knows both scripts of Chinese, and Han in Japanese', () => {
  const simplified = [
    '跑步鞋',
    '白色衬衫',
    '无线耳机',
    '书包',
    '橄榄油',
    '平底锅',
    '办公椅',
    '充电器',
    '儿童自行车',
    '手表',
  ];
  const traditional = [
    '跑步鞋',
    '白色襯衫',
    '無線耳機',
    '書包',
    '橄欖油',
    '平底鍋',
    '辦公椅',
    '充電器',
    '兒童自行車',
    '手錶',
  ];
  assert.equal(detectCatalogLanguage(simplified), 'zh');
  assert.equal(detectCatalogLanguage(traditional), 'zh');
  assert.equal(detectCatalogLanguage([...traditional, '電気ケトル', '冬用ジャケット']), 'ja');
});

test('detectCatalogLanguage() is null where the evidence is thin', () => {
  assert.equal(detectCatalogLanguage([]), null);
  assert.equal(detectCatalogLanguage(['Wasserdichte Wanderschuhe für Herren', 'Rasenmäher']), null);
  assert.equal(detectCatalogLanguage(Array<string>(100).fill('Wasserdichte Wanderschuhe für Herren')), null);
  const codes = Array.from({ length: 1_000 }, (_, i) => `XK-${i} ${i * 7} ABC${i}`);
  assert.deepEqual(identifyCatalogLanguage(codes), { language: null, shares: [] });
  assert.equal(
    detectCatalogLanguage(codes.map((code, i) => `${code} ${'Bosch Sony Philips'.split(' ')[i % 3]}`)),
    null,
  );
});

test('detectCatalogLanguage() is null for languages that eld takes for others', () => {
  const macedonian =
    'машки патики за трчање, бела памучна кошула, безжични слушалки, училишна торба, маслиново масло, тава со капак, канцелариска столица, ' +
    'брз полнач за телефон, црвен детски велосипед, рачен часовник со кожен ремен, топла зимска јакна со качулка, ноќна светилка, што сѐ уште';
  const irish =
    'bróga reatha fear, léine bhán chadáis, cluasáin gan sreang, mála scoile, ola olóige, friochtán le clúdach, cathaoir oifige, ' +
    'luchtaire fóin, rothar páistí dearg, uaireadóir leathair, seaicéad geimhridh le cochall, lampa oíche';
  for (const names of [macedonian, irish]) assert.equal(detectCatalogLanguage(names.split(', ')), null);
});

test('identifyCatalogLanguage() has the shares of a catalog in two languages, and no language', () => {
  const { language, shares } = identifyCatalogLanguage([
    ...translatedNames('de').slice(0, 200),
    ...translatedNames('ja').slice(0, 200),
  ]);
  assert.equal(language, null);
  for (const expected of ['de', 'ja']) {
    const share = shares.find((one) => one.language === expected)?.share ?? 0;
    assert.ok(Math.abs(share - 0.5) < 0.05, `${expected}: ${share}`);
  }
});

test('identifyCatalogLanguage() ignores some names in other languages, and Latin words in another script', () => {
  const german = translatedNames('de').slice(0, 100);
  assert.equal(detectCatalogLanguage([...german, ...demo.slice(0, 15).map(({ name }) => name)]), 'de');
  assert.equal(detectCatalogLanguage([...german, ...translatedNames('ja').slice(0, 15)]), 'de');
  const japanese = translatedNames('ja').map((name) => `Adventure Outdoor Company ${name} Size XL`);
  assert.equal(detectCatalogLanguage(japanese), 'ja');
});

test('identifyCatalogLanguage() reads a sample of many names', () => {
  const names = translatedNames('de');
  const many = Array.from({ length: 100_000 }, (_, i) => `${names[i % names.length]} ${i}`);
  assert.equal(detectCatalogLanguage(many), 'de');
});

const data = join(root, '../shared/data');

test(
  'detectCatalogLanguage() takes no English catalog for one in another language',
  { skip: existsSync(data) ? false : '../shared/data is absent' },
  () => {
    const electronics = gunzipSync(readFileSync(join(data, 'icecat/products.ndjson.gz')))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; title: string; short_description: string | null });
    const groceries = gunzipSync(readFileSync(join(data, 'complete-journey/products.tsv.gz')))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const undecided: number[] = [];
    for (const names of [
      electronics.map(({ title }) => title),
      electronics.map(({ name }) => name),
      electronics.flatMap(({ short_description: text }) => text ?? []),
      groceries.map((row) => row[5]!),
      groceries.map((row) => row.slice(4).join(' ')),
    ])
      for (const catalog of catalogs(names)) {
        const language = detectCatalogLanguage(catalog);
        if (language === null) undecided.push(catalog.length);
        else assert.equal(language, 'en', catalog.slice(0, 25).join('; '));
      }
    assert.ok(undecided.length <= 15, `${undecided.length} undecided`);
    assert.ok(
      undecided.every((size) => size === 25),
      'a catalog of a hundred names is undecided',
    );
  },
);

test(
  'detectCatalogLanguage() identifies a Japanese office shop',
  { skip: existsSync(data) ? false : '../shared/data is absent' },
  () => {
    const rows = readFileSync(join(data, 'askul-pairs/FBL2023.tsv'), 'utf8').trim().split('\n').slice(1);
    const names = [...new Set(rows.flatMap((row) => [row.split('\t')[1]!, row.split('\t')[3]!]))];
    for (const catalog of catalogs(names)) assert.equal(detectCatalogLanguage(catalog), 'ja');
  },
);
