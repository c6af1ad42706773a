import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EncoderError } from '../../ports/text-embeddings.ts';
import { dot } from '../../kernel/vectors/vector-math.ts';
import { ProcessTextEncoder, type ProcessTextEncoderOptions } from './process-text-encoder.ts';

const modelsDir = fileURLToPath(new URL('../../../models/', import.meta.url));
const program = fileURLToPath(new URL('./text-encoder-process.ts', import.meta.url));

/** An encoder that has settled, and ends with the test. */
async function start(
  t: TestContext,
  options: Partial<ProcessTextEncoderOptions> = {},
): Promise<ProcessTextEncoder> {
  const { encoder, settled } = create(t, options);
  encoder.start();
  await settled;
  return encoder;
}

function create(
  t: TestContext,
  options: Partial<ProcessTextEncoderOptions> = {},
): { encoder: ProcessTextEncoder; settled: Promise<unknown> } {
  const { promise: settled, resolve } = Promise.withResolvers<unknown>();
  const encoder = new ProcessTextEncoder({
    source: { kind: 'vendored', modelsDir },
    model: '',
    languages: ['en'],
    queryMsMax: 60_000,
    onSettled: resolve,
    ...options,
  });
  t.after(() => encoder.close());
  return { encoder, settled };
}

/** A process like the encoder's own, which the test can get at in every life it has. */
function reachable(): {
  spawn: () => ChildProcess;
  signal: (name: NodeJS.Signals) => void;
  lives: () => number;
} {
  let child: ChildProcess | undefined;
  let lives = 0;
  return {
    spawn: () => {
      lives += 1;
      child = fork(program, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      return child;
    },
    signal: (name) => void child?.kill(name),
    lives: () => lives,
  };
}

const isFault = (fault: EncoderError['reason']) => (error: unknown) =>
  error instanceof EncoderError && error.reason === fault;

void test('ProcessEncoder embeds queries and items, equal texts alike', async (t) => {
  const encoder = await start(t);
  assert.deepEqual(encoder.status().ready, true);
  assert.match(encoder.model, /^all-MiniLM-L6-v2-int8:[0-9a-f]{64}$/);
  const texts = ['espresso machine', 'hair dryer', 'espresso machine', 'laser printer', 'kettle'];
  const [query, items] = await Promise.all([
    encoder.embedQuery('espresso machine', 'a'),
    encoder.embedItems(texts),
  ]);
  assert.equal(items.length, texts.length);
  assert.ok(dot(query, 0, items[0]!, 0, query.length) > 0.99);
  assert.ok(dot(query, 0, items[2]!, 0, query.length) > 0.99);
  assert.ok(dot(query, 0, items[3]!, 0, query.length) < 0.9);
  assert.deepEqual(await encoder.embedItems([]), []);
});

void test('ProcessEncoder answers a query before items that were there first', async (t) => {
  const encoder = await start(t);
  const done: string[] = [];
  const items = encoder
    .embedItems(Array.from({ length: 32 }, (_, i) => `item ${i}`))
    .then(() => done.push('items'));
  const query = encoder.embedQuery('kettle', 'a').then(() => done.push('query'));
  await Promise.all([items, query]);
  assert.deepEqual(done, ['query', 'items']);
});

void test('ProcessEncoder tells who waits too long, and one more than may wait', async (t) => {
  const process = reachable();
  const slow = await start(t, { queryMsMax: 1, spawn: process.spawn });
  process.signal('SIGSTOP');
  await assert.rejects(slow.embedQuery('kettle', 'a'), isFault('timeout'));
  process.signal('SIGCONT');
  // Two are in hand; of one client half as many may wait as of all.
  const narrow = await start(t, { queriesWaitingMax: 2 });
  const taken = ['kettle', 'mixer', 'toaster'].map((text) => narrow.embedQuery(text, 'a'));
  await assert.rejects(narrow.embedQuery('oven', 'a'), isFault('timeout'));
  taken.push(narrow.embedQuery('oven', 'b'));
  assert.equal((await Promise.all(taken)).length, 4);
});

void test('ProcessEncoder serves clients by turns, however many queries one sends', async (t) => {
  const process = reachable();
  const encoder = await start(t, { spawn: process.spawn });
  const order: string[] = [];
  process.signal('SIGSTOP');
  const queries = ['a', 'a', 'a', 'a', 'a', 'b'].map((client, i) =>
    encoder.embedQuery(`query ${i}`, client).then(() => order.push(client)),
  );
  process.signal('SIGCONT');
  await Promise.all(queries);
  assert.deepEqual(order, ['a', 'a', 'b', 'a', 'a', 'a']);
});

void test('ProcessEncoder says of a query that the model is not there yet, and begins to load it', async (t) => {
  const { encoder, settled } = create(t);
  await assert.rejects(encoder.embedQuery('kettle', 'a'), isFault('unavailable'));
  await settled;
  assert.equal((await encoder.embedQuery('kettle', 'a')).length, 384);
});

void test('ProcessEncoder without its model says which file is missing, and refuses work', async (t) => {
  const empty = await mkdtemp(join(tmpdir(), 'vitrine-no-models-'));
  t.after(() => rm(empty, { recursive: true }));
  const encoder = await start(t, { source: { kind: 'vendored', modelsDir: empty } });
  assert.equal(encoder.status().ready, false);
  assert.match(encoder.status().detail, /models\/manifest\.json.*Restore it/);
  await assert.rejects(encoder.embedQuery('kettle', 'a'), isFault('unavailable'));
  await assert.rejects(encoder.embedItems(['kettle']), isFault('unavailable'));
});

void test('ProcessEncoder starts its process again after it died, and loses only what it held', async (t) => {
  const process = reachable();
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 1 });
  // Stopped first: on a busy machine it would reply before it is killed.
  process.signal('SIGSTOP');
  const held = encoder.embedItems(['kettle']);
  process.signal('SIGKILL');
  await assert.rejects(held, isFault('unavailable'));
  const [vector] = await encoder.embedItems(['kettle']);
  assert.equal(vector!.length, 384);
  assert.equal(process.lives(), 2);
  assert.equal(encoder.status().ready, true);
});

void test('ProcessEncoder.close() refuses what waits and what comes', async (t) => {
  const encoder = await start(t);
  const held = encoder.embedItems(['kettle']);
  const refused = assert.rejects(held, isFault('unavailable'));
  await encoder.close();
  await refused;
  await assert.rejects(encoder.embedQuery('kettle', 'a'), isFault('unavailable'));
});
