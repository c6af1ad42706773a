import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { VitrineError } from '../../ports/errors.ts';
import { dot, l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { ProcessImageEncoder, type ProcessImageEncoderOptions } from './process-image-encoder.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { paintTexture } from './texture.ts';
import { calibrationCount, type VisionReply, type VisionRequest } from './vision-messages.ts';

const models = fileURLToPath(new URL('../../../models/', import.meta.url));
const source = { kind: 'vendored', modelsDir: models } as const;
const featureDimensions = 1280;
const processOptions = fileURLToPath(new URL('./vision-process.ts', import.meta.url));

/** An encoder that closes with the test. */
async function start(
  t: TestContext,
  options: Partial<ProcessImageEncoderOptions> = {},
): Promise<ProcessImageEncoder> {
  const encoder = await ProcessImageEncoder.start({ source, ...options });
  t.after(() => encoder.close());
  return encoder;
}

/**
 * A process like the encoder's own that the test can kill after every restart. `stopsWhenReady`: each but the first
 * one is paused with its model loaded and its jobs received, until the test resumes it.
 */
function killable({ stopsWhenReady = false } = {}): {
  spawn: () => ChildProcess;
  kill: (signal?: NodeJS.Signals) => void;
  lives: () => number;
} {
  let child: ChildProcess | undefined;
  let lives = 0;
  return {
    spawn: () => {
      lives += 1;
      const one = fork(processOptions, [], {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      if (stopsWhenReady && lives > 1) one.once('message', () => one.kill('SIGSTOP'));
      child = one;
      return one;
    },
    kill: (signal = 'SIGKILL') => child?.kill(signal),
    lives: () => lives,
  };
}

/** Processes with scripted replies. `tasks`: those of the newest process. */
function scripted(): {
  spawn: () => ChildProcess;
  tasks: () => string[];
  say: (reply: VisionReply) => void;
} {
  let child = new EventEmitter();
  let tasks: string[] = [];
  const model = { name: 'none', sha256: '' };
  return {
    spawn: () => {
      const exit = (): boolean => setImmediate(() => one.emit('exit', null, 'SIGKILL')).hasRef();
      const send = (request: VisionRequest): void => {
        if (request.type === 'task') tasks.push(request.task.kind);
        else if (request.type === 'close') exit();
        else one.emit('message', { type: 'ready', model, ground: Float32Array.of(0) });
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

/** A product on white: a painted disc, different for each seed. */
async function packshot(seed: number): Promise<Buffer> {
  const side = 300;
  const data = paintTexture(side, seededRandom(seed));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (Math.hypot(x - 150, y - 150) > 110) data.fill(255, (y * side + x) * 3, (y * side + x) * 3 + 3);
    }
  }
  return await sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** About 1 kB, half a second and .4 GB. */
async function largeAvif(): Promise<Buffer> {
  return await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#369' } })
    .avif({ quality: 1, effort: 0, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, 0, vector, 0, vector.length));
}

async function code(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => assert.fail('it was embedded'),
    (thrown: unknown) => thrown,
  );
  assert(error instanceof VitrineError, String(error));
  return error.code;
}

void test('ProcessImageEncoder embeds photos, packshots and scenes', async (t) => {
  const encoder = await start(t);
  assert.deepEqual(encoder.status().ready, true);
  assert.match(encoder.model, /^efficientnet-lite2-int8:[0-9a-f]{64}:r\d+$/);
  const [a, b] = await Promise.all([packshot(1), packshot(2)]);

  const whole = await encoder.embedQuery(a, null, 'a');
  assert.equal(whole.length, featureDimensions);
  assert(Math.abs(lengthOf(whole) - 1) < 1e-5);
  assert.deepEqual(await encoder.embedQuery(a, null, 'a'), whole);
  assert.notDeepEqual(await encoder.embedQuery(a, { x: 0.5, y: 0.5, width: 0.5, height: 0.5 }, 'a'), whole);

  const feature = await encoder.embedCatalog(a);
  assert(Math.abs(lengthOf(feature) - 1) < 1e-5);
  const refined = await encoder.refine(a, [b]);
  assert(Math.abs(lengthOf(refined.feature) - 1) < 1e-5);
  assert(dot(refined.feature, 0, feature, 0, featureDimensions) > 0.8);
  assert.equal(refined.calibrationSamples.length, calibrationCount * featureDimensions);
  assert.deepEqual(await encoder.refine(a, [b]), refined);
  // The scenes are of this product: their mean is nearer to it than to the other.
  const mean = l2Normalise(refined.augmentedMean!);
  const other = await encoder.embedCatalog(b);
  assert(dot(mean, 0, feature, 0, featureDimensions) > dot(mean, 0, other, 0, featureDimensions));

  const photo = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#853' } })
    .png()
    .toBuffer();
  const ofPhoto = await encoder.refine(photo);
  assert.equal(ofPhoto.augmentedMean, null);
  assert.equal(ofPhoto.calibrationSamples.length, calibrationCount * featureDimensions);
  // An unreadable background does not affect the scenes.
  assert.deepEqual(await encoder.refine(a, [Buffer.from('no picture')]), await encoder.refine(a));
  for (const { part, feature: ofPart } of await encoder.embedRegions(a, 'a')) {
    assert.deepEqual(ofPart.length, featureDimensions);
    assert(part.x >= 0 && part.x + part.width <= 1 && part.y >= 0 && part.y + part.height <= 1);
  }
  assert.deepEqual(await encoder.embedRegions(photo, 'a'), []);
});

void test('ProcessImageEncoder reports the error of a picture and continues', async (t) => {
  const encoder = await start(t);
  const picture = await packshot(1);
  assert.equal(await code(encoder.embedQuery(new Uint8Array(), null, 'a')), 'image_empty');
  assert.equal(await code(encoder.embedQuery(Buffer.from('<svg/>'), null, 'a')), 'image_unsupported');
  assert.equal(await code(encoder.embedCatalog(picture.subarray(0, 500))), 'image_broken');
  assert.equal(await code(encoder.refine(new Uint8Array(10 * 1024 * 1024 + 1))), 'image_too_large');
  assert.equal((await encoder.embedQuery(picture, null, 'a')).length, featureDimensions);
});

void test('ProcessImageEncoder embeds a query before earlier background work', async (t) => {
  const encoder = await start(t);
  const picture = await packshot(1);
  const order: string[] = [];
  const work = [
    ...[1, 2].map(() => encoder.refine(picture).then(() => order.push('scenes'))),
    encoder.embedQuery(picture, null, 'a').then(() => order.push('query')),
  ];
  await Promise.all(work);
  assert.deepEqual(order, ['query', 'scenes', 'scenes']);
});

void test('ProcessImageEncoder accepts the maximum of waiting pictures and rejects one more', async (t) => {
  const encoder = await start(t, { queriesWaitingMax: 2, backgroundWaitingMax: 1 });
  const picture = await packshot(1);
  // Two queries are in progress and two wait; one background picture is in progress and one waits.
  const queries = [1, 2, 3, 4].map(() => encoder.embedQuery(picture, null, 'a'));
  assert.equal(await code(encoder.embedQuery(picture, null, 'a')), 'overloaded');
  const background = [1, 2].map(() => encoder.embedCatalog(picture));
  assert.equal(await code(encoder.embedCatalog(picture)), 'overloaded');
  assert.equal((await Promise.all([...queries, ...background])).length, 6);
});

void test('ProcessImageEncoder times out a slow job, and continues', async (t) => {
  const encoder = await start(t, { backgroundMsMax: 1 });
  const picture = await packshot(1);
  assert.equal(await code(encoder.refine(picture)), 'overloaded');
  assert.equal((await encoder.embedQuery(picture, null, 'a')).length, featureDimensions);
});

void test('ProcessImageEncoder schedules clients fairly, however many photos one sends', async (t) => {
  const process = killable();
  const encoder = await start(t, { spawn: process.spawn });
  const picture = await packshot(1);
  const order: string[] = [];
  process.kill('SIGSTOP');
  const photos = ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'b', 'c'].map((client) =>
    encoder.embedQuery(picture, null, client).then(() => order.push(client)),
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
  const embed = (client: string): Promise<string> =>
    encoder.embedQuery(picture, null, client).then(
      () => 'embedded',
      (error: unknown) => (error as VitrineError).code,
    );
  // In progress: two of `a` and one of `b`. Then four wait, three of them of `a`, which is its maximum.
  const inProgress = ['a', 'a', 'b'].map(embed);
  const waiting = ['a', 'a', 'a', 'b'].map(embed);
  const more = ['a', 'c', 'b'].map(embed);
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
  const inProgress = [1, 2].map(() => encoder.embedQuery(picture, null, 'a'));
  const waiting = [1, 2].map(() => encoder.embedQuery(picture, null, 'a'));
  assert.equal(await code(encoder.embedQuery(picture, null, 'a')), 'overloaded');
  process.kill('SIGCONT');
  assert.equal((await Promise.all([...inProgress, ...waiting])).length, 4);
});

void test('ProcessImageEncoder repeats the jobs of a crashed process, and completes the waiting ones', async (t) => {
  const process = killable();
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 5 });
  const picture = await packshot(1);
  const before = await encoder.embedQuery(picture, null, 'a');
  for (let death = 1; death <= 2; death++) {
    const inProgress = encoder.refine(picture);
    const waiting = encoder.embedCatalog(picture);
    process.kill();
    assert.equal((await inProgress).feature.length, featureDimensions);
    assert.equal((await waiting).length, featureDimensions);
    assert.deepEqual(await encoder.embedQuery(picture, null, 'a'), before);
    assert.equal(encoder.status().ready, true);
    assert.equal(process.lives(), death + 1);
  }
});

void test('ProcessImageEncoder rejects the picture that crashes a process twice, and no other', async (t) => {
  const process = killable({ stopsWhenReady: true });
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 5 });
  const picture = await packshot(1);
  process.kill('SIGSTOP');
  const photos = ['a', 'b'].map((client) => encoder.embedQuery(picture, null, client));
  const waiting = encoder.embedQuery(picture, null, 'c');
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

for (const [resource, budget] of [
  ['time', { cpuMsMax: 100, growthBytesMax: 2 ** 40 }],
  ['memory', { cpuMsMax: 1_000_000, growthBytesMax: 100_000_000 }],
] as const) {
  void test(`ImageEncoder refuses a picture that takes too much ${resource} to decode, and answers the others`, async (t) => {
    const process = killable();
    const encoder = await start(t, { spawn: process.spawn, budget });
    const [picture, large] = await Promise.all([packshot(1), largeAvif()]);
    const before = await encoder.embedQuery(picture, null, 'b');
    process.kill('SIGSTOP');
    const slow = encoder.embedQuery(large, null, 'a');
    const concurrent = [encoder.embedQuery(picture, null, 'b'), encoder.embedCatalog(picture)];
    process.kill('SIGCONT');
    assert.equal(await code(slow), 'image_too_slow');
    assert.deepEqual(await concurrent[0], before);
    assert.equal((await concurrent[1]!).length, featureDimensions);
    assert.equal(process.lives(), 2);
    assert.equal(await code(encoder.embedCatalog(large)), 'image_too_slow');
    assert.deepEqual(await encoder.embedQuery(picture, null, 'b'), before);
  });
}

void test('ProcessImageEncoder repeats a catalog picture alone that exceeded its budget next to other jobs', async (t) => {
  const { spawn, tasks, say } = scripted();
  const encoder = await start(t, { spawn });
  const picture = await packshot(1);
  const photo = encoder.embedQuery(picture, null, 'a');
  const catalog = encoder.embedCatalog(picture);
  assert.deepEqual(tasks(), ['query', 'catalog']);
  say({ type: 'exceeded', id: 2, detail: 'slow' });
  await nextTurn();
  assert.deepEqual(tasks(), ['catalog'], 'alone in the next process');
  say({ type: 'done', id: 2, vectors: [Float32Array.of(2)] });
  assert.deepEqual(await catalog, Float32Array.of(2));
  assert.deepEqual(tasks(), ['catalog', 'query']);
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
  assert.equal(await code(encoder.embedQuery(picture, null, 'a')), 'overloaded');
  assert.equal((await encoder.embedCatalog(picture)).length, featureDimensions);
  assert.equal(process.lives(), 2);
});

void test('ProcessImageEncoder.close() rejects pending and later jobs, and ends the process', async () => {
  let child: ChildProcess | undefined;
  const { spawn } = killable();
  const encoder = await ProcessImageEncoder.start({ source, spawn: () => (child = spawn()) });
  const picture = await packshot(1);
  const work = [encoder.refine(picture), encoder.refine(picture), encoder.embedQuery(picture, null, 'a')].map(
    code,
  );
  await encoder.close();
  assert.deepEqual(await Promise.all(work), ['stopping', 'stopping', 'stopping']);
  assert.equal(await code(encoder.embedQuery(picture, null, 'a')), 'stopping');
  assert.equal(child?.exitCode, 0);
  await encoder.close();
});

void test('vision-process.ts exits when the service has crashed', async () => {
  const { spawn } = killable();
  const child = spawn();
  child.send({ type: 'load', source });
  const [ready]: unknown[] = await once(child, 'message');
  assert.equal(Reflect.get(Object(ready), 'type'), 'ready');
  child.kill('SIGTERM');
  child.disconnect();
  const [exitCode] = await once(child, 'exit');
  assert.equal(exitCode, 0);
});

void test('ProcessImageEncoder.start() reports a missing, a damaged and an unlisted model, and rejects work', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  t.after(() => rm(folder, { recursive: true }));
  const picture = await packshot(1);
  const expectUnusable = async (detail: RegExp): Promise<void> => {
    await using encoder = await ProcessImageEncoder.start({
      source: { kind: 'vendored', modelsDir: folder },
    });
    assert.equal(encoder.status().ready, false);
    assert.match(encoder.status().detail, detail);
    assert.equal(await code(encoder.embedQuery(picture, null, 'a')), 'vision_unavailable');
  };
  await expectUnusable(/Cannot read .*manifest\.json/);
  await writeFile(join(folder, 'manifest.json'), '{"text": {}}');
  await expectUnusable(/names no image model/);
  await cp(join(models, 'manifest.json'), join(folder, 'manifest.json'));
  await expectUnusable(/Cannot read .*\.onnx/);
  const model = await readFile(join(models, 'image/efficientnet-lite2-int8.onnx'));
  model[1_000]! ^= 1;
  await cp(join(models, 'image'), join(folder, 'image'), { recursive: true });
  await rm(join(folder, 'image/efficientnet-lite2-int8.onnx'));
  await writeFile(join(folder, 'image/efficientnet-lite2-int8.onnx'), model);
  await expectUnusable(/is damaged: its SHA-256 is/);
});
