import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EncoderError } from '../../ports/search/text-embeddings.ts';
import { dot } from '../../kernel/vectors/vector-math.ts';
import { ProcessTextEncoder, type ProcessTextEncoderOptions } from './process-text-encoder.ts';

const modelsDir = fileURLToPath(new URL('../../../models/', import.meta.url));
const program = fileURLToPath(new URL('./text-encoder-program.ts', import.meta.url));

/** An encoder that is ready or has failed; it closes with the test. */
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
    role: 'english',
    name: 'english',
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

/** A process like the encoder's own, to which the test can send signals after every restart. */
function reachable(): {
  spawn: () => ChildProcess;
  signal: (name: NodeJS.Signals) => void;
  starts: () => number;
} {
  let child: ChildProcess | undefined;
  let starts = 0;
  return {
    spawn: () => {
      starts += 1;
      child = fork(program, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      return child;
    },
    signal: (name) => void child?.kill(name),
    starts: () => starts,
  };
}

const isError = (fault: EncoderError['reason']) => (error: unknown) =>
  error instanceof EncoderError && error.reason === fault;

void test('ProcessTextEncoder embeds queries and items, and equal texts equally', async (t) => {
  const encoder = await start(t);
  assert.deepEqual(encoder.status().ready, true);
  assert.match(encoder.model, /^all-MiniLM-L6-v2-int8:[0-9a-f]{64}:unsaturated$/);
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

void test('ProcessTextEncoder embeds a query before items that came first', async (t) => {
  const encoder = await start(t);
  const done: string[] = [];
  const items = encoder
    .embedItems(Array.from({ length: 32 }, (_, i) => `item ${i}`))
    .then(() => done.push('items'));
  const query = encoder.embedQuery('kettle', 'a').then(() => done.push('query'));
  await Promise.all([items, query]);
  assert.deepEqual(done, ['query', 'items']);
});

void test('ProcessTextEncoder rejects queries that wait too long, and those beyond the limit', async (t) => {
  const process = reachable();
  const slow = await start(t, { queryMsMax: 1, spawn: process.spawn });
  process.signal('SIGSTOP');
  await assert.rejects(slow.embedQuery('kettle', 'a'), isError('timeout'));
  process.signal('SIGCONT');
  // Two are in progress; one client may have half of the waiting ones.
  const narrow = await start(t, { queriesWaitingMax: 2 });
  const taken = ['kettle', 'mixer', 'toaster'].map((text) => narrow.embedQuery(text, 'a'));
  await assert.rejects(narrow.embedQuery('oven', 'a'), isError('timeout'));
  taken.push(narrow.embedQuery('oven', 'b'));
  assert.equal((await Promise.all(taken)).length, 4);
});

void test('ProcessTextEncoder schedules clients fairly, however many queries one sends', async (t) => {
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

void test('ProcessTextEncoder rejects a query before the model is loaded, and starts loading it', async (t) => {
  const { encoder, settled } = create(t);
  await assert.rejects(encoder.embedQuery('kettle', 'a'), isError('unavailable'));
  await settled;
  assert.equal((await encoder.embedQuery('kettle', 'a')).length, 384);
});

void test('ProcessTextEncoder without its model reports the missing file, and rejects work', async (t) => {
  const empty = await mkdtemp(join(tmpdir(), 'vitrine-no-models-'));
  t.after(() => rm(empty, { recursive: true }));
  const encoder = await start(t, { source: { kind: 'vendored', modelsDir: empty } });
  assert.equal(encoder.status().ready, false);
  assert.match(encoder.status().detail, /models\/manifest\.json.*Restore it/);
  await assert.rejects(encoder.embedQuery('kettle', 'a'), isError('unavailable'));
  await assert.rejects(encoder.embedItems(['kettle']), isError('unavailable'));
});

void test('ProcessTextEncoder restarts its process after a crash, and loses only the jobs in progress', async (t) => {
  const process = reachable();
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 1 });
  // Stopped first: on a busy machine it would reply before it is killed.
  process.signal('SIGSTOP');
  const inProgress = encoder.embedItems(['kettle']);
  process.signal('SIGKILL');
  await assert.rejects(inProgress, isError('unavailable'));
  const [vector] = await encoder.embedItems(['kettle']);
  assert.equal(vector!.length, 384);
  assert.equal(process.starts(), 2);
  assert.equal(encoder.status().ready, true);
});

void test('ProcessTextEncoder.close() rejects pending and later jobs', async (t) => {
  const encoder = await start(t);
  const inProgress = encoder.embedItems(['kettle']);
  const refused = assert.rejects(inProgress, isError('unavailable'));
  await encoder.close();
  await refused;
  await assert.rejects(encoder.embedQuery('kettle', 'a'), isError('unavailable'));
});
