import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/run-command.ts';
import { asJson, vitrine } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';
import { createShopifyProducts, startShopifyShop } from '../support/shops/shopify-shop.ts';
import { html, notFound, ShopServer } from '../support/shops/shop-server.ts';

/** `vitrine connect` on sample shops. */
let service: LocalService;
let shop: ShopServer;
let target: string[];

before(async () => {
  shop = await startShopifyShop({ list: createShopifyProducts(4) });
  service = await LocalService.start({ VITRINE_FEED_HOSTS: '127.0.0.1', VITRINE_CRAWL_RATE: '1000' });
  const headers = await service.signIn();
  const body = { scopes: ['admin'], projects: null };
  const { key } = (await service.ask<{ key: string }>('POST', '/admin/keys', { headers, body })).body;
  target = ['--url', service.url, '--key', key];
  await asJson(['projects', 'create', 'shop', ...target]);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

test('a shop is connected by its address: shown, stored as a feed, and read', async () => {
  const { status, stdout, stderr } = await vitrine([
    'connect',
    shop.url,
    '--project',
    'shop',
    '--yes',
    ...target,
  ]);
  assert.equal(status, 0, stdout + stderr);
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines[0], 'Platform: shopify. Found: the public interface of Shopify.');
  assert.match(lines[1] ?? '', /^NAME +PRICE +ADDRESS$/);
  assert.match(
    lines[2] ?? '',
    /^Shirt No\. 1 & more  11\.05 EUR  http:\/\/127\.0\.0\.1:\d+\/products\/shirt-1\?/,
  );
  assert.deepEqual(lines.slice(-2), [
    '19 added, 0 replaced, 0 unchanged, 0 removed, 0 rejected',
    'Stored as the feed 127-0-0-1; schedule: day',
  ]);
  const again = await asJson<{ feed: Record<string, unknown>; task: { progress: Record<string, number> } }>([
    'connect',
    shop.url,
    '--project',
    'shop',
    '--yes',
    '--schedule',
    'hour',
    ...target,
  ]);
  assert.deepEqual([again.feed['schedule'], again.task.progress['unchanged']], ['hour', 19]);
});

test('without --yes the command asks, and stores nothing without an answer', async () => {
  const refused = await vitrine(['connect', shop.url, '--project', 'shop', ...target]);
  assert.deepEqual([refused.status, refused.stdout], [2, '']);
  assert.match(refused.stderr, /Confirm with --yes/);
  const answer = async (text: string): Promise<string> => {
    let output = '';
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      output += String(chunk);
      done();
    };
    const stdin = Object.assign(Readable.from([Buffer.from(`${text}\n`)]), { isTTY: true });
    const streams = { stdin, stdout: new Writable({ write }), stderr: new Writable({ write }), env: {} };
    await runCommand(['connect', shop.url, '--project', 'shop', ...target], streams);
    return output;
  };
  assert.match(await answer('n'), /read it now\? \[y\/N\] [^]*Nothing was stored\./);
  assert.match(await answer('y'), /0 added, 0 replaced, 19 unchanged/);
});

test('a shop without products is told, and stores no feed', async () => {
  await using empty = await ShopServer.start(({ pathname }) =>
    pathname === '/' ? html('<p>Welcome</p>') : notFound,
  );
  const { status, stdout } = await vitrine(['connect', empty.url, '--project', 'shop', '--yes', ...target]);
  assert.equal(status, 1);
  assert.match(stdout, /^Platform: other\. Found: nothing that can be read\.\nNote: No public interface/);
});
