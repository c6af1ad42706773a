import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { Found } from '../support/http.ts';
import { RunningService, item, root } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Photo search with keypoints of pictures. */
let service: RunningService;
let key = '';

const pictureOf = (name: string) => readFileSync(join(root, 'demo', 'groceries', 'pictures', `${name}.jpg`));
const asData = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;
const oatMilk = pictureOf('oatly-oat-milk');
const search = (body: object) => service.ask<Found>('POST', '/image-search/shop', { key, body });

before(async () => {
  service = await RunningService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project('shop');
  const data = [
    item('leek', { imgs: asData(pictureOf('leek')) }),
    item('oat-milk', { imgs: asData(oatMilk) }),
  ];
  const answer = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(answer.status, 201);
});
after(() => service[Symbol.asyncDispose]());

test('POST /image-search/:project verifies the first items by keypoints, unless the setting is off', async () => {
  // Print has more keypoints than fruit.
  const turned = await sharp(oatMilk).rotate(25, { background: '#777' }).jpeg().toBuffer();
  const asked = { uploaded_file: `data:image/jpeg;base64,${turned.toString('base64')}`, explain: true };
  const verified = async (more = {}) => {
    const { body } = await search({ ...asked, ...more });
    const found = body.items.find(({ id }) => id === 'oat-milk');
    return {
      total: body.total,
      points: found?.['_matchedPoints'] as { photo: number[]; picture: number[] }[],
    };
  };
  await until('The keypoints were not extracted', async () => (await verified()).points !== undefined);
  const { points, total } = await verified();
  assert.equal(total, 2);
  assert.ok(points.length >= 20, `${points.length} points`);
  assert.ok(
    points.every(({ photo, picture }) => [...photo, ...picture].every((share) => share >= 0 && share <= 1)),
  );
  const { body } = await search(asked);
  assert.equal(body.items[0]?.id, 'oat-milk');
  assert.match(
    JSON.stringify(body.items[0]?.['_ranking']),
    new RegExp(`"${points.length} points of the picture`),
  );
  const cropped = await verified({ crop: '0,0,1,0.6' });
  assert.ok(cropped.points.length > 0 && cropped.points.every(({ photo }) => photo[1]! <= 0.6));
  assert.equal((await search({ ...asked, explain: false })).body.items[0]?.['_matchedPoints'], undefined);
  const off = await service.ask('PUT', '/api/projects/shop/settings', {
    headers: await service.signIn(),
    body: { search: { geometricVerification: false } },
  });
  assert.equal(off.status, 200);
  assert.deepEqual(await verified(), { total, points: undefined });
});
