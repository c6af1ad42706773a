import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetPageStates, PageStates, type PageState } from './page-states.ts';

/** Files in memory, as a project has them. */
class MemoryFiles {
  readonly #files = new Map<string, Uint8Array>();
  puts = 0;

  get(name: string): Uint8Array | null {
    return this.#files.get(name) ?? null;
  }

  async put(name: string, bytes: Uint8Array | null): Promise<void> {
    this.puts++;
    if (bytes === null) this.#files.delete(name);
    else this.#files.set(name, bytes);
  }

  names(prefix: string): string[] {
    return [...this.#files.keys()].filter((name) => name.startsWith(prefix)).sort();
  }
}

const state = (id: string, more: Partial<PageState> = {}): PageState => ({
  lastmod: null,
  etag: null,
  lastModified: null,
  readAt: 1,
  ids: [id],
  ...more,
});

test('a run that did not end is resumed with the pages of its last checkpoint', async () => {
  const files = new MemoryFiles();
  const first = await PageStates.open(files, 'shop', 'sitemap https://shop.example/');
  assert.equal(first.isResumed, false);
  await first.begin(7);
  first.set('/a', state('a'));
  await first.checkpoint();
  first.set('/b', state('b'));
  const resumed = await PageStates.open(files, 'shop', 'sitemap https://shop.example/');
  assert.deepEqual([resumed.isResumed, resumed.productCount], [true, 7]);
  assert.deepEqual(resumed.findReadInRun('/a')?.ids, ['a']);
  assert.equal(resumed.get('/b'), null, 'it was not stored');
  resumed.keep('/a');
  resumed.set('/c', state('c'));
  await resumed.finish(true);
  const next = await PageStates.open(files, 'shop', 'sitemap https://shop.example/');
  assert.deepEqual([next.isResumed, next.findReadInRun('/a'), next.get('/a')?.ids], [false, null, ['a']]);
});

test('pages of another shop say nothing, and a complete run forgets those that are gone', async () => {
  const files = new MemoryFiles();
  const one = await PageStates.open(files, 'shop', 'sitemap https://one.example/');
  await one.begin(null);
  for (const key of ['/a', '/b']) one.set(key, state(key));
  await one.finish(true);
  const other = await PageStates.open(files, 'shop', 'sitemap https://two.example/');
  assert.equal(other.get('/a'), null);
  const again = await PageStates.open(files, 'shop', 'sitemap https://one.example/');
  await again.begin(null);
  again.keep('/a', { lastmod: '2026-01-01' });
  await again.finish(false);
  const incomplete = await PageStates.open(files, 'shop', 'sitemap https://one.example/');
  assert.deepEqual([incomplete.get('/a')?.lastmod, incomplete.get('/b')?.ids], ['2026-01-01', ['/b']]);
  await incomplete.begin(null);
  incomplete.keep('/a');
  await incomplete.finish(true);
  assert.equal((await PageStates.open(files, 'shop', 'sitemap https://one.example/')).get('/b'), null);
  await forgetPageStates(files, 'shop');
  assert.deepEqual(files.names(''), []);
});

test('checkpoints write new pages only, and are joined from time to time', async () => {
  const files = new MemoryFiles();
  const states = await PageStates.open(files, 'shop', 'sitemap https://shop.example/');
  await states.begin(7);
  for (let page = 0; page < 50; page++) {
    states.set(`/${page}`, state(`${page}`));
    await states.checkpoint();
    assert.ok(files.names('').length <= 21);
  }
  await states.checkpoint();
  const resumed = await PageStates.open(files, 'shop', 'sitemap https://shop.example/');
  assert.equal(resumed.productCount, 7);
  for (let page = 0; page < 50; page++) assert.deepEqual(resumed.findReadInRun(`/${page}`)?.ids, [`${page}`]);
  await resumed.finish(true);
  assert.deepEqual(files.names(''), ['feed-pages/shop']);
});
