import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { VitrineError } from '../../ports/errors.ts';
import { dot, l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { ImageEncoder, type ImageEncoderOptions } from './image-encoder.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { paintTexture } from './texture.ts';
import { PROBE_COUNT } from './vision-messages.ts';

const MODELS = fileURLToPath(new URL('../../../models/', import.meta.url));
const source = { kind: 'vendored', modelsDir: MODELS } as const;
const FEATURE_DIMENSIONS = 1280;
const PROCESS = fileURLToPath(new URL('./vision-process.ts', import.meta.url));

/** An encoder that ends with the test. */
async function start(t: TestContext, options: Partial<ImageEncoderOptions> = {}): Promise<ImageEncoder> {
  const encoder = await ImageEncoder.start({ source, ...options });
  t.after(() => encoder.close());
  return encoder;
}

/** A process like the encoder's own, which the test can kill, in every life it has. */
function killable(): {
  spawn: () => ChildProcess;
  kill: (signal?: NodeJS.Signals) => void;
  lives: () => number;
} {
  let child: ChildProcess | undefined;
  let lives = 0;
  return {
    spawn: () => {
      lives += 1;
      child = fork(PROCESS, [], {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      return child;
    },
    kill: (signal = 'SIGKILL') => child?.kill(signal),
    lives: () => lives,
  };
}

/** A product on white: a painted disc, another for each seed. */
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

void test('ImageEncoder embeds photos, packshots and scenes', async (t) => {
  const encoder = await start(t);
  assert.deepEqual(encoder.status().ready, true);
  assert.match(encoder.model, /^efficientnet-lite2-int8:[0-9a-f]{64}:r\d+$/);
  const [a, b] = await Promise.all([packshot(1), packshot(2)]);

  const whole = await encoder.embedQuery(a);
  assert.equal(whole.length, FEATURE_DIMENSIONS);
  assert(Math.abs(lengthOf(whole) - 1) < 1e-5);
  assert.deepEqual(await encoder.embedQuery(a), whole);
  assert.notDeepEqual(await encoder.embedQuery(a, { x: 0.5, y: 0.5, width: 0.5, height: 0.5 }), whole);

  const feature = await encoder.embedCatalog(a);
  assert(Math.abs(lengthOf(feature) - 1) < 1e-5);
  const refined = await encoder.refine(a, [b]);
  assert(Math.abs(lengthOf(refined.feature) - 1) < 1e-5);
  assert(dot(refined.feature, 0, feature, 0, FEATURE_DIMENSIONS) > 0.8);
  assert.equal(refined.probes.length, PROBE_COUNT * FEATURE_DIMENSIONS);
  assert.deepEqual(await encoder.refine(a, [b]), refined);
  // The scenes are of this product: their mean is nearer to it than to the other.
  const mean = l2Normalise(refined.mean!);
  const other = await encoder.embedCatalog(b);
  assert(dot(mean, 0, feature, 0, FEATURE_DIMENSIONS) > dot(mean, 0, other, 0, FEATURE_DIMENSIONS));

  const photo = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#853' } })
    .png()
    .toBuffer();
  const ofPhoto = await encoder.refine(photo);
  assert.equal(ofPhoto.mean, null);
  assert.equal(ofPhoto.probes.length, PROBE_COUNT * FEATURE_DIMENSIONS);
  // A background that cannot be read does not spoil the scenes.
  assert.deepEqual(await encoder.refine(a, [Buffer.from('no picture')]), await encoder.refine(a));
  for (const { part, feature: ofPart } of await encoder.embedParts(a)) {
    assert.deepEqual(ofPart.length, FEATURE_DIMENSIONS);
    assert(part.x >= 0 && part.x + part.width <= 1 && part.y >= 0 && part.y + part.height <= 1);
  }
  assert.deepEqual(await encoder.embedParts(photo), []);
});

void test('ImageEncoder says what is wrong with a picture and goes on', async (t) => {
  const encoder = await start(t);
  const picture = await packshot(1);
  assert.equal(await code(encoder.embedQuery(new Uint8Array())), 'image_empty');
  assert.equal(await code(encoder.embedQuery(Buffer.from('<svg/>'))), 'image_unsupported');
  assert.equal(await code(encoder.embedCatalog(picture.subarray(0, 500))), 'image_broken');
  assert.equal(await code(encoder.refine(new Uint8Array(10 * 1024 * 1024 + 1))), 'image_too_large');
  assert.equal((await encoder.embedQuery(picture)).length, FEATURE_DIMENSIONS);
});

void test('ImageEncoder answers a query before the background work that came first', async (t) => {
  const encoder = await start(t);
  const picture = await packshot(1);
  const order: string[] = [];
  const work = [
    ...[1, 2].map(() => encoder.refine(picture).then(() => order.push('scenes'))),
    encoder.embedQuery(picture).then(() => order.push('query')),
  ];
  await Promise.all(work);
  assert.deepEqual(order, ['query', 'scenes', 'scenes']);
});

void test('ImageEncoder takes as many waiting pictures as it may and refuses one more', async (t) => {
  const encoder = await start(t, { queriesWaitingMax: 2, backgroundWaitingMax: 1 });
  const picture = await packshot(1);
  // Two queries are in hand and two wait; one background picture is in hand and one waits.
  const queries = [1, 2, 3, 4].map(() => encoder.embedQuery(picture));
  assert.equal(await code(encoder.embedQuery(picture)), 'overloaded');
  const background = [1, 2].map(() => encoder.embedCatalog(picture));
  assert.equal(await code(encoder.embedCatalog(picture)), 'overloaded');
  assert.equal((await Promise.all([...queries, ...background])).length, 6);
});

void test('ImageEncoder gives up on a job that takes too long, and works on', async (t) => {
  const encoder = await start(t, { backgroundMsMax: 1 });
  const picture = await packshot(1);
  assert.equal(await code(encoder.refine(picture)), 'overloaded');
  assert.equal((await encoder.embedQuery(picture)).length, FEATURE_DIMENSIONS);
});

void test('ImageEncoder fails what a dying process held, starts it again and answers what waited', async (t) => {
  const process = killable();
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 5 });
  const picture = await packshot(1);
  const before = await encoder.embedQuery(picture);
  for (let death = 1; death <= 2; death++) {
    const inHand = encoder.refine(picture);
    const waiting = encoder.embedCatalog(picture);
    const failed = code(inHand);
    process.kill();
    assert.equal(await failed, 'vision_unavailable');
    assert.equal(encoder.status().ready, false);
    assert.match(encoder.status().detail, /SIGKILL/);
    assert.equal((await waiting).length, FEATURE_DIMENSIONS);
    assert.deepEqual(await encoder.embedQuery(picture), before);
    assert.equal(encoder.status().ready, true);
    assert.equal(process.lives(), death + 1);
  }
});

void test('ImageEncoder kills a process that hangs, and starts another', async (t) => {
  const process = killable();
  const encoder = await start(t, { spawn: process.spawn, restartMsMin: 5, queryMsMax: 300, hangMsMax: 5 });
  const picture = await packshot(1);
  process.kill('SIGSTOP');
  assert.equal(await code(encoder.embedQuery(picture)), 'overloaded');
  assert.equal((await encoder.embedCatalog(picture)).length, FEATURE_DIMENSIONS);
  assert.equal(process.lives(), 2);
});

void test('ImageEncoder.close() refuses what waits and what comes, and ends the process', async () => {
  let child: ChildProcess | undefined;
  const { spawn } = killable();
  const encoder = await ImageEncoder.start({ source, spawn: () => (child = spawn()) });
  const picture = await packshot(1);
  const work = [encoder.refine(picture), encoder.refine(picture), encoder.embedQuery(picture)].map(code);
  await encoder.close();
  assert.deepEqual(await Promise.all(work), ['stopping', 'stopping', 'stopping']);
  assert.equal(await code(encoder.embedQuery(picture)), 'stopping');
  assert.equal(child?.exitCode, 0);
  await encoder.close();
});

void test('vision-process.ts ends when the service is gone without a word', async () => {
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

void test('ImageEncoder.start() tells a missing, a damaged and an unlisted model, and refuses work', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  t.after(() => rm(folder, { recursive: true }));
  const picture = await packshot(1);
  const expectUnusable = async (detail: RegExp): Promise<void> => {
    await using encoder = await ImageEncoder.start({ source: { kind: 'vendored', modelsDir: folder } });
    assert.equal(encoder.status().ready, false);
    assert.match(encoder.status().detail, detail);
    assert.equal(await code(encoder.embedQuery(picture)), 'vision_unavailable');
  };
  await expectUnusable(/Cannot read .*manifest\.json/);
  await writeFile(join(folder, 'manifest.json'), '{"text": {}}');
  await expectUnusable(/names no image model/);
  await cp(join(MODELS, 'manifest.json'), join(folder, 'manifest.json'));
  await expectUnusable(/Cannot read .*\.onnx/);
  const model = await readFile(join(MODELS, 'image/efficientnet-lite2-int8.onnx'));
  model[1_000]! ^= 1;
  await cp(join(MODELS, 'image'), join(folder, 'image'), { recursive: true });
  await rm(join(folder, 'image/efficientnet-lite2-int8.onnx'));
  await writeFile(join(folder, 'image/efficientnet-lite2-int8.onnx'), model);
  await expectUnusable(/is damaged: its SHA-256 is/);
});
