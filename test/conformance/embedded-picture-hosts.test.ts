import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureHosts } from '../../src/domain/alerts/picture-hosts.ts';
import { PictureEmbeddingLoop } from '../../src/domain/catalog/picture-embedding-loop.ts';
import { PictureFetcher } from '../../src/encoders/image/picture-fetch.ts';
import type { ImageEncoder } from '../../src/ports/pictures/vision.ts';
import { until } from '../support/until.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { embeddedShop } from './embedded-shop.ts';

const minuteMs = 60_000;

/** No picture of the test arrives. */
const noPicture = (): Promise<never> => Promise.reject(new Error('no picture is expected'));
const encoder: ImageEncoder = {
  model: 'model-1',
  dimensions: 8,
  blankFeature: null,
  status: () => ({ ready: true, detail: '' }),
  embedPhoto: noPicture,
  embedCatalog: noPicture,
  refine: noPicture,
  detectKeypoints: noPicture,
  matchPoints: noPicture,
};

test('PictureEmbeddingLoop tells PictureHosts of a host that does not respond, and of one that replies with anything', async () => {
  await using shop = await embeddedShop();
  // Nothing listens on the first host; the other one has no pictures.
  await using server = await WebhookReceiver.open();
  await using source = new PictureFetcher({ allowPrivate: ['127.0.0.1:9', server.host] });
  const hosts = new PictureHosts();
  let tried = 0;
  await using loop = new PictureEmbeddingLoop({
    engine: shop.engine,
    encoder,
    source,
    clock: { now: () => shop.now },
    onHostTried: (project, host, responded) => {
      tried++;
      hosts.recordDownload(project, host, responded, shop.now);
    },
    onError: (error) => assert.fail(error as Error),
  });
  const imgs = (host: string): string[] => [0, 1].map((no) => `http://${host}/${no}.jpg`);
  await shop.put({ id: 'a', imgs: imgs('127.0.0.1:9') }, { id: 'b', imgs: imgs(server.host) });
  loop.start();
  await until('not tried', () => tried >= 4);
  assert.deepEqual(hosts.read(shop.project, [], shop.now), []);
  // The next attempts are later by the clock of the shop.
  shop.now += 11 * minuteMs;
  await until('not tried again', () => tried >= 6);
  const readings = hosts.read(shop.project, [], shop.now);
  assert.deepEqual(
    readings.map(({ subject, isRaised }) => [subject, isRaised]),
    [['127.0.0.1:9', true]],
  );
});
