import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { PictureFetchError } from '../../../ports/pictures/vision.ts';
import { PhotoFetches } from './photo-fetch.ts';

const photo = Uint8Array.of(1);

/** A host that answers when the test says so. */
function slowHost() {
  const open: (() => void)[] = [];
  const fetch = (): Promise<Uint8Array> => new Promise((resolve) => open.push(() => resolve(photo)));
  return { open, source: { fetch } };
}

const code = (error: unknown): string => (error as VitrineError).code;

void test('PhotoFetches limits concurrent fetches, a quarter of them for one client', async () => {
  const { open, source } = slowHost();
  const fetches = new PhotoFetches(source);
  const clients = Array.from({ length: 10 }, (_, i) => `client ${i}`);
  const ofOne = Array.from({ length: limits.photoFetchesMax }, () =>
    fetches.fetch('https://slow.example', 'a'),
  );
  await nextTurn();
  assert.equal(open.length, limits.photoFetchesMax / 4);
  const others = clients.flatMap((client) => [1, 2].map(() => fetches.fetch('https://slow.example', client)));
  await nextTurn();
  assert.equal(open.length, limits.photoFetchesMax);
  for (let i = 0; i < open.length; i++) {
    open[i]!();
    await nextTurn();
  }
  assert.equal((await Promise.all([...ofOne, ...others])).length, ofOne.length + others.length);
});

void test('PhotoFetches limits a client to a quarter of the waiting photos', async () => {
  const { open, source } = slowHost();
  const fetches = new PhotoFetches(source, { fetchesMax: 4, waitingMax: 8 });
  const fetch = (client: string): Promise<unknown> =>
    fetches.fetch('https://slow.example', client).catch(code);
  const all = ['a', 'a', 'a', 'a', 'b'].map(fetch);
  // One in progress and two queued.
  assert.equal(await all[3], 'overloaded');
  for (let i = 0; i < open.length; i++) {
    open[i]!();
    await nextTurn();
  }
  assert.deepEqual(await Promise.all(all), [photo, photo, photo, 'overloaded', photo]);
});

void test('PhotoFetches reports the error of a fetch', async () => {
  const fetch = () => Promise.reject(new PictureFetchError('fetch_status', 'it answered 404', false));
  const failed = new PhotoFetches({ fetch }).fetch('https://gone.example', 'a');
  await assert.rejects(failed, (error) => {
    assert(error instanceof VitrineError);
    assert.equal(error.code, 'image_fetch_failed');
    assert.deepEqual(error.errors[0]?.code, 'fetch_status');
    return true;
  });
});
