import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { readGauge } from '../support/metrics.ts';
import { item, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A service whose models are unloaded a second after their last use. */
let service: RunningService;
let key = '';

before(async () => {
  service = await RunningService.start({
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_TEXT_MODEL: 'vendored',
    VITRINE_TEXT_TIMEOUT_MS: '60000',
    VITRINE_MODEL_IDLE_SECONDS: '1',
  });
  key = await service.project('shop', ['search', 'items:read', 'items:write']);
  const pictures = ['leek', 'lemon'] as const;
  const data = pictures.map((id) =>
    item(id, {
      name: id === 'leek' ? 'Leek from the garden' : 'Yellow lemon',
      imgs: `data:image/jpeg;base64,${readGroceryPicture(id).toString('base64')}`,
    }),
  );
  assert.equal(
    (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
    201,
  );
});
after(() => service[Symbol.asyncDispose]());

async function untilUnloaded(): Promise<void> {
  await until('The models were not unloaded', async () => {
    const { status, body } = await service.ask<{ parts: Record<string, { ready: boolean; detail: string }> }>(
      'GET',
      '/ready',
    );
    assert.equal(status, 200);
    const parts = [body.parts['imageModel'], body.parts['textModel']];
    return parts.every((part) => part?.ready === true && part.detail.includes('when it is next needed'));
  });
}

test('unloaded models are ready, and the next photo and query load them again', async () => {
  await untilUnloaded();
  const photo = readGroceryPicture('leek').toString('base64');
  const byPhoto = await service.ask<{ items: { id: string }[] }>('POST', '/image-search/shop', {
    key,
    body: { uploaded_file: photo },
  });
  assert.equal(byPhoto.body.items[0]?.id, 'leek');
  await untilUnloaded();
  for (const model of ['vision', 'text_model'])
    assert.equal(await readGauge(service.url, `vitrine_${model}_ready`), 1);
  const path = `/search/shop?q=${encodeURIComponent('sour citrus fruit')}`;
  const byText = await service.ask<{ items: { id: string }[]; semantic: unknown }>('GET', path, { key });
  assert.equal(byText.body.items[0]?.id, 'lemon', JSON.stringify(byText.body.semantic));
});
