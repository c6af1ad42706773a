import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { LatestRequest } from './latest-request.ts';

/** Replies that the test gives in an order of its own. */
function controlledReplies(): {
  readonly load: (name: string) => (signal: AbortSignal) => Promise<string>;
  readonly reply: (name: string) => Promise<void>;
  readonly fail: (name: string) => Promise<void>;
  readonly aborted: () => string[];
  readonly sent: string[];
} {
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  const signals = new Map<string, AbortSignal>();
  const sent: string[] = [];
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    sent,
    load: (name) => (signal) => {
      sent.push(name);
      const promise = Promise.withResolvers<string>();
      waiting.set(name, promise);
      signals.set(name, signal);
      return promise.promise;
    },
    reply: (name) => {
      waiting.get(name)!.resolve(`reply to ${name}`);
      return settled();
    },
    fail: (name) => {
      waiting.get(name)!.reject(new Error(`failure of ${name}`));
      return settled();
    },
    aborted: () => sent.filter((name) => signals.get(name)!.aborted),
  };
}

suite('LatestRequest', () => {
  const withTimers = (t: TestContext): void => t.mock.timers.enable({ apis: ['setTimeout'] });

  test('an older reply never replaces a newer one, even if the abort comes too late', async (t) => {
    withTimers(t);
    const { load, reply, aborted } = controlledReplies();
    const request = new LatestRequest<string>();
    for (const name of ['s', 'sh', 'sho']) {
      request.run(name, load(name));
      t.mock.timers.tick(0);
    }
    assert.deepEqual(aborted(), ['s', 'sh']);
    await reply('sho');
    await reply('s');
    await reply('sh');
    const { key, status, data, dataKey } = request.snapshot();
    assert.deepEqual([key, status, data, dataKey], ['sho', 'success', 'reply to sho', 'sho']);
  });

  test('the failure of an older request changes nothing', async (t) => {
    withTimers(t);
    const { load, reply, fail } = controlledReplies();
    const request = new LatestRequest<string>();
    request.run('a', load('a'));
    t.mock.timers.tick(0);
    request.run('b', load('b'));
    t.mock.timers.tick(0);
    await fail('a');
    assert.equal(request.snapshot().status, 'loading');
    await reply('b');
    assert.deepEqual([request.snapshot().status, request.snapshot().error], ['success', undefined]);
  });

  test('keeps the reply before while the next request runs, and after it failed', async (t) => {
    withTimers(t);
    const { load, reply, fail } = controlledReplies();
    const request = new LatestRequest<string>();
    request.run('a', load('a'));
    t.mock.timers.tick(0);
    await reply('a');
    request.run('b', load('b'));
    t.mock.timers.tick(0);
    assert.deepEqual([request.snapshot().status, request.snapshot().dataKey], ['loading', 'a']);
    await fail('b');
    const { status, data, dataKey, error } = request.snapshot();
    assert.deepEqual([status, data, dataKey], ['error', 'reply to a', 'a']);
    assert.match(String(error), /failure of b/);
  });

  test('sends only the last of the requests within the delay, or at once without a delay', (t) => {
    withTimers(t);
    const { load, sent } = controlledReplies();
    const request = new LatestRequest<string>();
    for (const name of ['c', 'ch', 'cha']) {
      request.run(name, load(name), 100);
      t.mock.timers.tick(99);
    }
    assert.deepEqual(sent, []);
    t.mock.timers.tick(1);
    assert.deepEqual(sent, ['cha']);
    request.run('chair', load('chair'), 100);
    request.run('chair', load('chair'), 0);
    t.mock.timers.tick(0);
    assert.deepEqual(sent, ['cha', 'chair']);
    request.run('chair', load('chair'), 0);
    t.mock.timers.tick(1_000);
    assert.deepEqual(sent, ['cha', 'chair']);
  });

  test('sends nothing for the reply that a server has got', (t) => {
    withTimers(t);
    const { load, sent } = controlledReplies();
    const request = new LatestRequest<string>({ key: 'a', data: 'from the server' });
    request.run('a', load('a'));
    t.mock.timers.tick(1_000);
    assert.deepEqual(
      [sent, request.snapshot().status, request.snapshot().data],
      [[], 'success', 'from the server'],
    );
  });

  test('a request that is cancelled, as by strict mode, is sent once', (t) => {
    withTimers(t);
    const { load, sent } = controlledReplies();
    const request = new LatestRequest<string>();
    request.run('a', load('a'));
    request.cancel();
    request.run('a', load('a'));
    t.mock.timers.tick(0);
    assert.deepEqual(sent, ['a']);
  });

  test('extend() adds pages one at a time, and drops one of an earlier request', async (t) => {
    withTimers(t);
    const { load, reply } = controlledReplies();
    const request = new LatestRequest<string>({ key: 'a', data: '1' });
    const merge = (before: string, more: string): string => `${before}, ${more}`;
    request.extend(load('page 2'), merge);
    request.extend(load('page 2 again'), merge);
    assert.equal(request.snapshot().isLoadingMore, true);
    await reply('page 2');
    assert.deepEqual(
      [request.snapshot().data, request.snapshot().isLoadingMore],
      ['1, reply to page 2', false],
    );
    request.extend(load('page 3'), merge);
    request.run('b', load('b'));
    t.mock.timers.tick(0);
    await reply('b');
    await reply('page 3');
    assert.deepEqual([request.snapshot().data, request.snapshot().isLoadingMore], ['reply to b', false]);
  });
});
