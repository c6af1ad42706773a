import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import type { VitrineError } from '../../ports/errors.ts';
import { representative } from '../../../test/support/matrix.ts';
import type {
  EncoderReply,
  EncoderRequest,
  ImageEncoderSource,
  ImageTask,
} from '../runtime/encoder-messages.ts';
import {
  source,
  featureDimensions,
  start,
  embed,
  killable,
  packshot,
  code,
} from './image-encoder.fixture.ts';
import { ProcessImageEncoder } from './process-image-encoder.ts';

/** Processes with scripted replies. `tasks`: the tasks of the newest process. */
function scripted(): {
  spawn: () => ChildProcess;
  tasks: () => string[];
  say: (reply: EncoderReply) => void;
} {
  let child = new EventEmitter();
  let tasks: string[] = [];
  const model = { name: 'none', sha256: '' };
  return {
    spawn: () => {
      const exit = (): boolean => setImmediate(() => one.emit('exit', null, 'SIGKILL')).hasRef();
      const send = (request: EncoderRequest<ImageEncoderSource, ImageTask>): void => {
        if (request.type === 'task') tasks.push(request.task.kind);
        else if (request.type === 'close') exit();
        else one.emit('message', { type: 'ready', model, blankFeature: Float32Array.of(0) });
      };
      const one = Object.assign(new EventEmitter(), { send, kill: exit });
      child = one;
      tasks = [];
      return one as unknown as ChildProcess;
    },
    tasks: () => tasks,
    say: (reply) => child.emit('message', reply),
  };
}

/** About 1 kB, half a second and .4 GB. */
async function largeAvif(): Promise<Buffer> {
  return await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#369' } })
    .avif({ quality: 1, effort: 0, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

void test('ProcessImageEncoder accepts the maximum of waiting pictures and rejects one more', async (t) => {
  const encoder = await start(t, { queriesWaitingMax: 2, backgroundWaitingMax: 1 });
  const picture = await packshot(1);
  // Two queries are in progress and two wait; one background picture is in progress and one waits.
  const queries = [1, 2, 3, 4].map(() => embed(encoder, picture, 'a'));
  assert.equal(await code(embed(encoder, picture, 'a')), 'overloaded');
  const background = [1, 2].map(() => encoder.embedCatalog(picture));
  assert.equal(await code(encoder.embedCatalog(picture)), 'overloaded');
  assert.equal((await Promise.all([...queries, ...background])).length, 6);
});

void test('ProcessImageEncoder times out a slow job, and continues', async (t) => {
  const encoder = await start(t, { backgroundMsMax: 1 });
  const picture = await packshot(1);
  assert.equal(await code(encoder.refine(picture)), 'overloaded');
  assert.equal((await embed(encoder, picture, 'a')).length, featureDimensions);
});

void test('ProcessImageEncoder schedules clients fairly, however many photos one sends', async (t) => {
  const process = killable();
  const encoder = await start(t, { spawn: process.spawn });
  const picture = await packshot(1);
  const order: string[] = [];
  process.kill('SIGSTOP');
  const photos = ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'b', 'c'].map((client) =>
    embed(encoder, picture, client).then(() => order.push(client)),
  );
  process.kill('SIGCONT');
  await Promise.all(photos);
  // Two of the first client were in progress, and slots for other clients were free.
  assert.deepEqual(order.slice(0, 4).toSorted(), ['a', 'a', 'b', 'c']);
});

void test('ProcessImageEncoder rejects the client that fills the queue, and no other', async (t) => {
  const process = killable();
  const options = { queriesWaitingMax: 4, queriesWaitingPerClientMax: 3 };
  const encoder = await start(t, { spawn: process.spawn, ...options });
  const picture = await packshot(1);
  process.kill('SIGSTOP');
  const outcome = (client: string): Promise<string> =>
    embed(encoder, picture, client).then(
      () => 'embedded',
      (error: unknown) => (error as VitrineError).code,
    );
  // In progress: two of `a` and one of `b`. Then four wait, three of them of `a`, which is its maximum.
  const inProgress = ['a', 'a', 'b'].map(outcome);
  const waiting = ['a', 'a', 'a', 'b'].map(outcome);
  const more = ['a', 'c', 'b'].map(outcome);
  process.kill('SIGCONT');
  const [embedded, refused] = ['embedded', 'overloaded'];
  assert.deepEqual(await Promise.all(inProgress), [embedded, embedded, embedded]);
  // The newest of `a` made room for `b`; `c` had nothing in progress.
  assert.deepEqual(await Promise.all(waiting), [embedded, embedded, refused, embedded]);
  assert.deepEqual(await Promise.all(more), [refused, embedded, embedded]);
});

void test('ProcessImageEncoder limits the bytes of waiting photos', async (t) => {
  const process = killable();
  const picture = await packshot(1);
  const encoder = await start(t, { spawn: process.spawn, queriesWaitingBytesMax: 2 * picture.length });
  process.kill('SIGSTOP');
  const inProgress = [1, 2].map(() => embed(encoder, picture, 'a'));
  const waiting = [1, 2].map(() => embed(encoder, picture, 'a'));
  assert.equal(await code(embed(encoder, picture, 'a')), 'overloaded');
  process.kill('SIGCONT');
  assert.equal((await Promise.all([...inProgress, ...waiting])).length, 4);
});

void test('ProcessImageEncoder repeats the jobs of a crashed process, and completes the waiting ones', async (t) => {
  const process = killable();
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 5 });
  const picture = await packshot(1);
  const before = await embed(encoder, picture, 'a');
  for (let death = 1; death <= representative(1, 2); death++) {
    const inProgress = encoder.refine(picture);
    const waiting = encoder.embedCatalog(picture);
    process.kill();
    assert.equal((await inProgress).feature.length, featureDimensions);
    assert.equal((await waiting).length, featureDimensions);
    assert.deepEqual(await embed(encoder, picture, 'a'), before);
    assert.equal(encoder.status().ready, true);
    assert.equal(process.lives(), death + 1);
  }
});

void test('ProcessImageEncoder rejects the picture that crashes a process twice, and no other', async (t) => {
  const process = killable({ stopsWhenReady: true });
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 5 });
  const picture = await packshot(1);
  process.kill('SIGSTOP');
  const photos = ['a', 'b'].map((client) => embed(encoder, picture, client));
  const waiting = embed(encoder, picture, 'c');
  const nextStart = async (life: number): Promise<void> => {
    process.kill();
    while (process.lives() < life || !encoder.status().ready)
      await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await nextStart(2);
  assert.equal(encoder.status().ready, true);
  // Only the first one is in progress.
  const failed = code(photos[0]!);
  await nextStart(3);
  assert.equal(await failed, 'image_broken');
  process.kill('SIGCONT');
  assert.equal((await photos[1]!).length, featureDimensions);
  assert.equal((await waiting).length, featureDimensions);
});

const budgets = {
  time: { cpuMsMax: 100, growthBytesMax: 2 ** 40 },
  memory: { cpuMsMax: 1_000_000, growthBytesMax: 100_000_000 },
} as const;
for (const resource of representative<readonly (keyof typeof budgets)[]>(['memory'], ['time', 'memory'])) {
  void test(`ImageEncoder refuses a picture that takes too much ${resource} to decode, and answers the others`, async (t) => {
    const process = killable();
    const encoder = await start(t, { spawn: process.spawn, budget: budgets[resource] });
    const [picture, large] = await Promise.all([packshot(1), largeAvif()]);
    const before = await embed(encoder, picture, 'b');
    process.kill('SIGSTOP');
    const slow = embed(encoder, large, 'a');
    const concurrent = [embed(encoder, picture, 'b'), encoder.embedCatalog(picture)];
    process.kill('SIGCONT');
    assert.equal(await code(slow), 'image_too_slow');
    assert.deepEqual(await concurrent[0], before);
    assert.equal((await concurrent[1]!).length, featureDimensions);
    assert.equal(process.lives(), 2);
    assert.equal(await code(encoder.embedCatalog(large)), 'image_too_slow');
    assert.deepEqual(await embed(encoder, picture, 'b'), before);
  });
}

void test('ProcessImageEncoder repeats a catalog picture alone that exceeded its budget next to other jobs', async (t) => {
  const { spawn, tasks, say } = scripted();
  const encoder = await start(t, { spawn });
  const picture = await packshot(1);
  const photo = embed(encoder, picture, 'a');
  const catalog = encoder.embedCatalog(picture);
  assert.deepEqual(tasks(), ['photo', 'catalog']);
  say({ type: 'exceeded', id: 2, detail: 'slow' });
  await nextTurn();
  assert.deepEqual(tasks(), ['catalog'], 'alone in the next process');
  say({ type: 'done', id: 2, vectors: [Float32Array.of(2)] });
  assert.deepEqual(await catalog, Float32Array.of(2));
  assert.deepEqual(tasks(), ['catalog', 'photo']);
  const again = encoder.embedCatalog(picture);
  say({ type: 'exceeded', id: 3, detail: 'slow' });
  await nextTurn();
  say({ type: 'exceeded', id: 3, detail: 'slow' });
  assert.equal(await code(again), 'image_too_slow', 'alone too');
  await nextTurn();
  say({ type: 'done', id: 1, vectors: [Float32Array.of(1)] });
  assert.deepEqual(await photo, Float32Array.of(1));
  const alone = encoder.embedCatalog(picture);
  say({ type: 'exceeded', id: 4, detail: 'slow' });
  assert.equal(await code(alone), 'image_too_slow', 'no other job was in progress');
});

void test('ProcessImageEncoder kills a process that hangs, and starts another', async (t) => {
  const process = killable();
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 5, queryMsMax: 300, hangMsMax: 5 });
  const picture = await packshot(1);
  process.kill('SIGSTOP');
  assert.equal(await code(embed(encoder, picture, 'a')), 'overloaded');
  assert.equal((await encoder.embedCatalog(picture)).length, featureDimensions);
  assert.equal(process.lives(), 2);
});

void test('ProcessImageEncoder.close() rejects pending and later jobs, and ends the process', async () => {
  let child: ChildProcess | undefined;
  const { spawn } = killable();
  const encoder = await ProcessImageEncoder.start({ source, spawn: () => (child = spawn()) });
  const picture = await packshot(1);
  const work = [encoder.refine(picture), encoder.refine(picture), embed(encoder, picture, 'a')].map(code);
  await encoder.close();
  assert.deepEqual(await Promise.all(work), ['stopping', 'stopping', 'stopping']);
  assert.equal(await code(embed(encoder, picture, 'a')), 'stopping');
  assert.equal(child?.exitCode, 0);
  await encoder.close();
});

void test('ProcessImageEncoder.embedPhoto() fails with the error of `parts`', async (t) => {
  const { spawn, say } = scripted();
  const encoder = await start(t, { spawn });
  const parts = (): boolean => assert.fail('no catalog');
  const photo = encoder.embedPhoto({ bytes: await packshot(1), crop: null, parts }, 'a');
  say({ type: 'asked', id: 1, vector: Float32Array.of(1) });
  await assert.rejects(photo, /no catalog/);
});
