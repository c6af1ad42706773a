import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const models = new URL('../../../models/', import.meta.url);

/** Every `{file, bytes, sha256}` anywhere in the manifest. */
function entries(value: unknown): { file: string; bytes: unknown; sha256: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  const file: unknown = Reflect.get(value, 'file');
  const own =
    typeof file === 'string'
      ? [
          {
            file,
            bytes: Reflect.get(value, 'bytes') as unknown,
            sha256: Reflect.get(value, 'sha256') as unknown,
          },
        ]
      : [];
  return [...own, ...Object.values(value).flatMap(entries)];
}

void test('models/manifest.json has the correct size and hash of each model', async () => {
  const manifest: unknown = JSON.parse(await readFile(new URL('manifest.json', models), 'utf8'));
  const listed = entries(manifest);
  assert.deepEqual(
    listed.map(({ file }) => file),
    [
      'image/efficientnet-lite2-int8.onnx',
      'text/all-MiniLM-L6-v2-int8.onnx',
      'text/vocab.txt',
      'multilingual/encoder.bin',
      'multilingual/rows.bin',
      'multilingual/baseline.bin',
    ],
  );
  for (const { file, bytes, sha256 } of listed) {
    const content = await readFile(new URL(file, models));
    assert.equal(content.length, bytes, file);
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256, file);
  }
});
