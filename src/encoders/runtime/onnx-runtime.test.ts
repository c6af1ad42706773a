import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const models = JSON.stringify(new URL('../../../models/', import.meta.url).pathname);
const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

void test('ONNX Runtime stores and sends no telemetry', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-onnx-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = `
    const { loadTextModel } = await import(${at('../text/text-model.ts')});
    const model = await loadTextModel(${models});
    await model.embed(['a lamp'], 'query');
    await model.release();`;
  await run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: join(folder, 'cache') },
  });
  assert.deepEqual(await readdir(folder), [], 'no machine id, no log, no telemetry');
});
