import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { VitrineError } from '../../ports/errors.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import type { Crop } from '../../ports/pictures/vision.ts';
import { ProcessImageEncoder, type ProcessImageEncoderOptions } from './process-image-encoder.ts';
import { paintTexture } from './texture.ts';

export const models = fileURLToPath(new URL('../../../models/', import.meta.url));
export const source = { kind: 'vendored', modelsDir: models } as const;
export const featureDimensions = 1280;
const program = fileURLToPath(new URL('./image-encoder-program.ts', import.meta.url));

/** An encoder that closes with the test. Photos wait as long as a slow machine needs, unless the test sets a limit. */
export async function start(
  t: TestContext,
  options: Partial<ProcessImageEncoderOptions> = {},
): Promise<ProcessImageEncoder> {
  const encoder = await ProcessImageEncoder.start({ source, queryMsMax: 600_000, ...options });
  t.after(() => encoder.close());
  return encoder;
}

export async function embed(
  encoder: ProcessImageEncoder,
  bytes: Uint8Array,
  client: string,
  crop: Crop | null = null,
): Promise<Float32Array> {
  return (await encoder.embedPhoto({ bytes, crop }, client)).feature;
}

/**
 * A process like the encoder's own that the test can kill after every restart. `stopsWhenReady`: each but the first
 * one is paused with its model loaded and its jobs received, until the test resumes it.
 */
export function killable({ stopsWhenReady = false } = {}): {
  spawn: () => ChildProcess;
  kill: (signal?: NodeJS.Signals) => void;
  lives: () => number;
} {
  let child: ChildProcess | undefined;
  let lives = 0;
  return {
    spawn: () => {
      lives += 1;
      const one = fork(program, [], {
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

/** A product on white: a painted disc, different for each seed. */
export async function packshot(seed: number): Promise<Buffer> {
  const side = 300;
  const data = paintTexture(side, createRandom(seed));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (Math.hypot(x - 150, y - 150) > 110) data.fill(255, (y * side + x) * 3, (y * side + x) * 3 + 3);
    }
  }
  return await sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
}

export async function code(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => assert.fail('it was embedded'),
    (thrown: unknown) => thrown,
  );
  assert(error instanceof VitrineError, String(error));
  return error.code;
}
