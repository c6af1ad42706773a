import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Warned } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword, item } from '../support/service.ts';
import { uncertainPicture } from '../support/uncertain-picture.ts';
import { costlyPollMs, until, untilEqual } from '../support/until.ts';

/** What a photo search that is uncertain asks for. */
let service: LocalService;

const categories: Readonly<Record<string, string | readonly string[]>> = {
  lemon: 'Fruit',
  lime: 'Fruit',
  'red-bell-pepper': 'Vegetables',
  leek: 'Vegetables',
  watermelon: ['Fruit', 'Summer'],
};

const german = (category: unknown): object => (category === 'Fruit' ? { de: { category: 'Obst' } } : {});

interface Reply {
  readonly confidence: string;
  readonly total: number;
  readonly nearestCategories: readonly {
    readonly field: string;
    readonly value: string;
    readonly count: number;
    readonly filter: string;
  }[];
}

before(async () => {
  buildConsole();
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
});
after(() => service?.[Symbol.asyncDispose]());

/** A project with the items, and its photo search. */
async function shop(
  project: string,
  settings: object | null = null,
): Promise<(body: object) => Promise<Reply>> {
  const key = await service.project(project, ['search', 'items:write', 'settings', 'private']);
  if (settings !== null)
    await service.ask('PUT', `/api/projects/${project}/settings`, { key, body: settings });
  const data = Object.entries(categories).map(([id, category]) =>
    item(id, {
      category,
      translations: german(category),
      imgs: `data:image/jpeg;base64,${readGroceryPicture(id).toString('base64')}`,
    }),
  );
  await service.ask('POST', '/api/items', { key, body: { project, data } });
  const search = async (body: object): Promise<Reply> =>
    (await service.ask<Reply>('POST', `/image-search/${project}`, { key, body })).body;
  const uploaded_file = readGroceryPicture('leek').toString('base64');
  await until(
    'The pictures were not found',
    async () => (await search({ uploaded_file })).total === data.length,
    costlyPollMs,
  );
  return search;
}

const uncertainPhoto = async (): Promise<object> => ({
  uploaded_file: (await uncertainPicture()).toString('base64'),
  crop: '0,0,1,1',
});

test('an uncertain photo search names the categories of the nearest items, with the filter of each', async () => {
  const search = await shop('shop');
  const photo = await uncertainPhoto();
  const { confidence, nearestCategories, total } = await search(photo);
  assert.equal(confidence, 'low');
  const found = nearestCategories.map(({ field, value, count }) => [field, value, count]);
  assert.deepEqual(found, [
    ['category', 'Fruit', 3],
    ['category', 'Vegetables', 2],
    ['category', 'Summer', 1],
  ]);
  const vegetables = nearestCategories[1]!;
  const within = await search({ ...photo, filters: vegetables.filter });
  assert.deepEqual([within.total, total], [vegetables.count, Object.keys(categories).length]);
  assert.deepEqual(within.nearestCategories, [], 'all are of one category');
  const leek = await search({ uploaded_file: readGroceryPicture('leek').toString('base64') });
  assert.deepEqual([leek.confidence, leek.nearestCategories], ['high', []]);
});

test('the categories are those of the items that the search lists, as the request sees them', async () => {
  const search = await shop('parts');
  const photo = await uncertainPhoto();
  const names = async (more: object): Promise<string[]> =>
    (await search({ ...photo, ...more })).nearestCategories.map(({ value, count }) => `${value} ${count}`);
  assert.deepEqual(await names({ filters: 'category:Vegetables', sort: 'name' }), []);
  assert.deepEqual(await names({ q: 'lime OR pepper' }), ['Vegetables 1', 'Fruit 1']);
  const { nearestCategories } = await search({ ...photo, language: 'de' });
  const obst = nearestCategories.find(({ value }) => value === 'Obst');
  assert.equal(obst?.count, 2);
  assert.equal((await search({ ...photo, language: 'de', filters: obst?.filter })).total, 2);
});

test('private categories are not named', async () => {
  const search = await shop('private', { items: { privateFields: ['category'] } });
  const web = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { kind: 'web', scopes: ['search'], projects: ['private'] },
    headers: await service.signIn(),
  });
  const photo = await uncertainPhoto();
  assert.equal((await search(photo)).nearestCategories.length, 3, 'a key that sees private fields');
  const { body } = await service.ask<Reply>('POST', '/image-search/private', {
    key: web.body.key,
    body: photo,
  });
  assert.deepEqual([body.confidence, body.nearestCategories], ['low', []]);
  // Read by the handler itself, from the URL or the body: a user that a web key names is not spoken for.
  for (const [path, fields] of [
    ['/image-search/private?user=eva', photo],
    ['/image-search/private', { ...photo, user: 'eva' }],
  ] as const) {
    const claimed = await service.ask<Warned>('POST', path, { key: web.body.key, body: fields });
    assert.deepEqual(
      claimed.body.warnings?.map(({ code }) => code),
      ['unsigned_user'],
      path,
    );
  }
});

test('the console asks for the category of an uncertain photo, and forgets the question with the next photo', async () => {
  await shop('console');
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${service.url}/console/p/console/photo`);
  await page.getByLabel('Password').fill(adminPassword);
  await page.keyboard.press('Enter');
  const choose = async (name: string, buffer: Buffer): Promise<void> =>
    await page.locator('#photo-file').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const results = page.getByRole('region', { name: 'Photo results' });
  const question = page.getByRole('group', { name: 'Categories of the nearest items' });
  await choose('uncertain.jpg', await uncertainPicture());
  await question.getByRole('button', { name: 'Vegetables' }).click();
  await results.getByText('2 items', { exact: true }).waitFor();
  await untilEqual(() => question.getByRole('button').count(), 3, 'another answer can be given');
  let search = (): void => undefined;
  const held = new Promise<void>((resolve) => (search = resolve));
  await page.route('**/image-search/**', async (route) => {
    await held;
    await route.continue();
  });
  await choose('leek.jpg', readGroceryPicture('leek'));
  await page.locator('[aria-label="Photo results"][aria-busy="true"]').waitFor();
  await untilEqual(() => question.count(), 0);
  search();
  await results.getByText('5 items', { exact: true }).waitFor();
  await untilEqual(() => question.count(), 0);
});
