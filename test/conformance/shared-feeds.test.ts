import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedRunner } from '../../src/domain/feeds/feed-runner.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import type { Feed, FeedReply, FeedSource } from '../../src/ports/catalog/feeds.ts';
import type { ShopClient } from '../../src/ports/catalog/shops.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { until } from '../support/until.ts';
import { openEmbedded } from './embedded-shop.ts';
import { Shop } from './shop.ts';

/** Feeds of a project that two processes share, on logs in memory. */

const feed: Feed = {
  id: 'erp',
  name: 'ERP',
  url: 'https://erp.example/items.csv',
  format: 'csv',
  layout: null,
  encoding: null,
  decimal: null,
  mapping: null,
  schedule: 'hour',
  at: '03:00',
  timeZone: 'UTC',
  absent: 'keep',
  removedShareMax: 0.2,
  credentials: null,
};

/** A host that replies when it is told to. */
class Host implements FeedSource {
  asked = 0;
  #reply = Promise.withResolvers<FeedReply>();

  findRefusal(): null {
    return null;
  }

  open(): Promise<FeedReply> {
    this.asked++;
    return this.#reply.promise;
  }

  reply(csv: string): void {
    async function* bytes(): AsyncIterable<Uint8Array> {
      yield Buffer.from(csv);
    }
    const headers = { contentType: 'text/csv', etag: null, lastModified: null };
    this.#reply.resolve({ isModified: true, bytes: bytes(), ...headers });
    this.#reply = Promise.withResolvers<FeedReply>();
  }
}

/** This feed is a file. */
const refuseRequest = (): never => assert.fail('No shop is read');
const noShops: ShopClient = {
  findRefusal: refuseRequest,
  request: refuseRequest,
  readRobots: refuseRequest,
};

test('two processes that run a feed at the same time read it once, and both know its task', async () => {
  const open = openEmbedded({ shared: new MemoryLogs() });
  await using one = await Shop.open(open);
  await using two = await Shop.anotherProcess(one, open, 'b');
  const host = new Host();
  const runnerOf = ({ engine }: Shop): FeedRunner =>
    new FeedRunner({
      engine,
      source: host,
      shops: noShops,
      clock: { now: () => one.now },
      ids: { next: () => `task-${Math.random().toString(36).slice(2)}` },
      onError: (error) => assert.fail(error as Error),
    });
  await using runnerOne = runnerOf(one);
  await using runnerTwo = runnerOf(two);
  await one.project.feeds.change(feed.id, () => feed);
  await two.engine.project(two.project.id);
  const outcomes = await Promise.allSettled([
    runnerOne.runNow(one.project, feed.id),
    runnerTwo.runNow(two.project, feed.id),
  ]);
  const [task] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  const [refusal] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as unknown) : [],
  );
  assert.ok(refusal instanceof VitrineError && refusal.code === 'feed_running');
  await until('The host was not asked', () => host.asked === 1);
  host.reply('id,name,price\na,Chair,5\n,Broken,1\n');
  for (const { engine, project } of [one, two]) {
    await until('The run did not end', async () => {
      await engine.catchUp();
      return engine.store.task(project.id, task ?? '')?.status === 'succeeded';
    });
    await engine.project(project.id);
    assert.deepEqual(project.feedStates.current().get(feed.id)?.value.task, task);
    assert.equal((await project.catalog.get({ id: 'a' }))?.version, 1);
    assert.equal(project.files.names('rejected/').length, 1, 'the rejected lines are readable everywhere');
    assert.ok((project.files.get('feed/erp')?.length ?? 0) > 0);
  }
  assert.equal(host.asked, 1);
});
