import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { refusal } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A service whose image model is switched off and on. */
let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project('shop', ['search', 'items:read', 'items:write']);
});
after(() => service[Symbol.asyncDispose]());

const [leek, lemon] = [readGroceryPicture('leek'), readGroceryPicture('lemon')];

const search = async (photo: Buffer) =>
  await service.ask<{ items: { id: string }[] }>('POST', '/image-search/shop', {
    key,
    body: { uploaded_file: photo.toString('base64') },
  });
const state = async (id: string): Promise<string | undefined> =>
  (
    await service.ask<{ pictures: { status: string }[] }>('GET', `/api/items/${id}?by=id&project=shop`, {
      key,
    })
  ).body.pictures[0]?.status;

async function add(id: string, photo: Buffer): Promise<void> {
  const imgs = `data:image/jpeg;base64,${photo.toString('base64')}`;
  const data = item(id, { name: `Box ${id}`, imgs });
  assert.equal(
    (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
    201,
  );
}

test('VITRINE_IMAGE_MODEL=off keeps embedded pictures, and stores further ones to be embedded later', async () => {
  await add('leek', leek);
  await until('The picture was not embedded', async () => (await state('leek')) !== 'pending');

  await service.stop();
  await service.restart({ VITRINE_IMAGE_MODEL: 'off' });
  await add('lemon', lemon);
  assert.equal(refusal(await search(leek)), '503 vision_unavailable');
  const { status, body } = await service.ask<{ parts: Record<string, unknown> }>('GET', '/ready');
  assert.equal(status, 200);
  assert.deepEqual(body.parts['imageModel'], { ready: false, detail: 'No image model is configured' });
  const found = await service.ask<{ total: number }>('GET', '/search/shop?q=box', { key });
  assert.deepEqual([found.body.total, await state('lemon')], [2, 'pending']);

  await service.stop();
  await service.restart();
  assert.notEqual(await state('leek'), 'pending', 'it is not embedded again');
  assert.equal((await search(leek)).body.items[0]?.id, 'leek');
  await until('The picture was not embedded', async () => (await state('lemon')) !== 'pending');
});
