import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

const data = {
  column: Float64Array.of(1.5, NaN, -0),
  deep: { bytes: Uint8Array.of(7), none: new Uint32Array(0), steps: Int16Array.of(-3) },
  names: ['a', 'b'],
  map: new Map([[1, new Map([[2, { at: 3 }]])]]),
  set: new Set([9]),
  count: 4,
};

test('readSnapshotFile() returns the written data, and null for another or a damaged file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
  const path = join(folder, 'data');
  try {
    writeSnapshotFile(path, { version: 1 }, data);
    assert.deepEqual(
      readSnapshotFile(path, (head) => (head as { version: number }).version === 1),
      data,
    );
    assert.equal(
      readSnapshotFile(path, () => false),
      null,
    );
    const intact = readFileSync(path);
    for (let at = 0; at < intact.length; at++) {
      const damaged = Buffer.from(intact);
      damaged[at] = damaged[at]! ^ 0x10;
      writeFileSync(path, damaged);
      const read = readSnapshotFile(path, (head) => (head as { version?: number }).version === 1);
      assert.ok(read === null, `byte ${at}`);
      writeFileSync(path, intact.subarray(0, at));
      assert.equal(
        readSnapshotFile(path, () => true),
        null,
        `${at} bytes`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
