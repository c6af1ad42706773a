import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import type { Found } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { costlyPollMs, until } from '../support/until.ts';

/** Photo search with keypoints of pictures. */
let service: LocalService;
let key = '';

const asData = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;
const oatMilk = readGroceryPicture('oatly-oat-milk');
const search = (body: object) => service.ask<Found>('POST', '/image-search/shop', { key, body });

/** A page of a shop as a phone shows it: a picture on a seventh of the page, stripes as lines of text, and a button. */
async function screenshotWith(picture: Buffer): Promise<Buffer> {
  const lines = Array.from(
    { length: 24 },
    (_, i) => `<rect x="40" y="${560 + i * 26}" width="${300 + ((i * 97) % 370)}" height="12"/>`,
  );
  const page = `<svg width="750" height="1334"><rect width="750" height="1334" fill="#fff"/><rect width="750" height="150" fill="#145a3c"/>
    <g fill="#555">${lines.join('')}</g><rect x="30" y="1204" width="690" height="100" fill="#147846"/></svg>`;
  const product = await sharp(picture).resize(300, 300, { fit: 'inside' }).toBuffer();
  return await sharp(Buffer.from(page))
    .composite([{ input: product, left: 60, top: 200 }])
    .png()
    .toBuffer();
}

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project('shop');
  const data = [
    item('leek', { imgs: asData(readGroceryPicture('leek')) }),
    item('oat-milk', { imgs: asData(oatMilk) }),
  ];
  const answer = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(answer.status, 201);
});
after(() => service[Symbol.asyncDispose]());

test('a photo of a package that is found in the photo has the confidence high, and private pictures give no points', async () => {
  // The mirrored package is about as similar, and has no point in common.
  const mirrored = await sharp(oatMilk).flop().jpeg().toBuffer();
  const alike = [
    item('package', { imgs: asData(oatMilk) }),
    item('mirrored', { imgs: asData(mirrored) }),
    item('leek', { imgs: asData(readGroceryPicture('leek')) }),
  ];
  const alikeKey = await service.project('alike');
  const put = await service.ask('POST', '/api/items', {
    key: alikeKey,
    body: { project: 'alike', data: alike },
  });
  assert.equal(put.status, 201);
  const photo = await sharp(oatMilk).rotate(15, { background: '#777' }).jpeg().toBuffer();
  const asked = { uploaded_file: asData(photo), explain: true };
  const found = async (body: object = asked) =>
    (await service.ask<Found>('POST', '/image-search/alike', { key: alikeKey, body })).body;
  await until(
    'The keypoints were not extracted',
    async () => (await found()).items.some(({ _matchedPoints }) => _matchedPoints !== undefined),
    costlyPollMs,
  );
  const { items, ...whole } = await found();
  assert.deepEqual([items[0]?.id, whole['confidence']], ['package', 'high']);
  // One page of three has the same order as three pages of one.
  const pages = await Promise.all([0, 1, 2].map((offset) => found({ ...asked, offset, limit: 1 })));
  assert.deepEqual(
    pages.flatMap((page) => page.items.map(({ id }) => id)),
    items.map(({ id }) => id),
  );
  const headers = await service.signIn();
  const change = async (body: object) =>
    assert.equal((await service.ask('PUT', '/api/projects/alike/settings', { headers, body })).status, 200);
  await change({ items: { privateFields: ['imgs'] } });
  const hidden = await found();
  assert.equal(hidden.items[0]?.id, 'package');
  assert.doesNotMatch(JSON.stringify(hidden), /_matchedPoints|points of the picture/);
});

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
  await until(
    'The keypoints were not extracted',
    async () => (await verified()).points !== undefined,
    costlyPollMs,
  );
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
  // A small product on a page of a shop is too dissimilar, and found on each page of the reply. Without `crop`, a region proposal may show it.
  const uploaded_file = asData(await screenshotWith(oatMilk));
  const verdicts = async () =>
    await Promise.all(
      [{}, { offset: 1 }, { sort: 'name' }].map(async (more) => {
        const found = await search({ uploaded_file, crop: '0,0,1,1', limit: 1, ...more });
        return found.body['confidence'] === 'out_of_catalog' ? 'rejected' : `found ${found.body.total > 0}`;
      }),
    );
  assert.deepEqual(await verdicts(), Array(3).fill('found true'));
  const off = await service.ask('PUT', '/api/projects/shop/settings', {
    headers: await service.signIn(),
    body: { search: { geometricVerification: false } },
  });
  assert.equal(off.status, 200);
  assert.deepEqual(await verified(), { total, points: undefined });
  assert.deepEqual(await verdicts(), Array(3).fill('rejected'));
});

test('POST /image-search/:project learns from five visitors who choose an item for their photos, until one is erased', async () => {
  const learning = await service.project('learning');
  const two = ['leek', 'oatly-oat-milk'].map((id) => item(id, { imgs: asData(readGroceryPicture(id)) }));
  const put = await service.ask('POST', '/api/items', {
    key: learning,
    body: { project: 'learning', data: two },
  });
  assert.equal(put.status, 201);
  const photo = asData(
    await sharp(readGroceryPicture('leek')).rotate(10, { background: '#666' }).jpeg().toBuffer(),
  );
  const found = async (session: string) => {
    const body = { uploaded_file: photo, explain: true, session };
    return (await service.ask<Found>('POST', '/image-search/learning', { key: learning, body })).body;
  };
  await until('The picture was not embedded', async () => (await found('watcher')).total === 2, costlyPollMs);
  const choose = async (session: string): Promise<void> => {
    const { searchId } = await found(session);
    const data = { type: 'click', session, searchId, item: 'leek' };
    const body = { project: 'learning', data };
    const answer = await service.ask('POST', '/api/events', { key: learning, body });
    assert.equal(answer.status, 201);
  };
  const reasons = async () => JSON.stringify((await found('watcher')).items.map((one) => one['_ranking']));
  for (const session of ['s1', 's2', 's3', 's4']) await choose(session);
  assert.doesNotMatch(await reasons(), /visitors chose it/);
  await choose('s5');
  assert.match(await reasons(), /5 visitors chose it for their photos \(similarity \+ 0\.0\d\)/);
  await service.stop();
  await service.restart();
  assert.match(await reasons(), /5 visitors chose it/);
  const erased = await service.ask('DELETE', '/api/sessions/s3?project=learning', { key: learning });
  assert.equal(erased.status, 200);
  assert.doesNotMatch(await reasons(), /visitors chose it/);
});
