import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { FolderStore } from '../src/outbound/backup-stores/folder-store.ts';
import { S3Store } from '../src/outbound/backup-stores/s3-store.ts';
import type { BackupStore } from '../src/ports/operation/backups.ts';
import { S3Server } from './support/s3-server.ts';

/** The stores of backups: a folder, and an S3-compatible server. */

/** The smallest part that the protocol allows. */
const partBytes = 5 * 1024 * 1024;

let folder: string;
let server: S3Server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-stores-'));
  server = await S3Server.open();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const inServer = (prefix: string, retryPausesMs: readonly number[] = []): S3Store =>
  new S3Store(server.location(prefix), { partBytes, retryPausesMs });

const stores: readonly [string, () => BackupStore][] = [
  ['a folder', () => new FolderStore(join(folder, 'store'))],
  ['a prefix of a bucket', () => inServer('a/prefix')],
  ['a bucket', () => inServer('')],
];

async function localFile(bytes: Buffer): Promise<{ path: string; bytes: number; sha256: string }> {
  const path = join(folder, randomBytes(6).toString('hex'));
  await writeFile(path, bytes);
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function contents(store: BackupStore, path: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(store.read(path)));
}

for (const [name, open] of stores)
  test(`${name} stores, lists, reads and removes files`, async () => {
    await using store = open();
    assert.deepEqual(await store.list('vitrine-'), []);
    // Of one part, of exactly one and of several; empty.
    const sizes = [10, partBytes, 2 * partBytes + 1, 0];
    const stored = new Map<string, Buffer>();
    for (const [i, size] of sizes.entries()) {
      const bytes = randomBytes(size);
      const { path, ...expected } = await localFile(bytes);
      const target = `vitrine-${i % 2}/projects/it's (${i})!.db`;
      await store.write(target, path, expected);
      stored.set(target, bytes);
    }
    const { path, ...expected } = await localFile(Buffer.from('other'));
    await store.write('other/file', path, expected);
    const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
    const listed = [...stored].map(([one, bytes]) => ({ path: one, bytes: bytes.length }));
    assert.deepEqual([...(await store.list('vitrine-'))].sort(byPath), listed.sort(byPath));
    for (const [one, bytes] of stored) assert.ok(bytes.equals(await contents(store, one)), one);
    await store.write([...stored.keys()][0]!, path, expected);
    assert.equal((await contents(store, [...stored.keys()][0]!)).toString(), 'other');
    for (const one of stored.keys()) await store.remove(one);
    await store.remove('vitrine-0/missing');
    assert.deepEqual(await store.list('vitrine-'), []);
    await assert.rejects(contents(store, 'vitrine-0/missing'), /NoSuchKey|no such file/);
    await store.remove('other/file');
  });

for (const [name, open] of stores)
  test(`${name} stores nothing of a file that differs from its digest`, async () => {
    await using store = open();
    for (const size of [10, partBytes + 1]) {
      const { path, bytes } = await localFile(randomBytes(size));
      await assert.rejects(store.write('vitrine-1/file', path, { bytes, sha256: '0'.repeat(64) }), /changed/);
    }
    assert.deepEqual(await store.list('vitrine-'), []);
  });

test('a multipart upload that fails is aborted, and its file does not exist', async () => {
  await using store = inServer('failing');
  const { path, ...expected } = await localFile(randomBytes(partBytes + 1));
  server.requests.length = 0;
  server.refuses = (request) => (request.includes('partNumber=2') ? 403 : null);
  await assert.rejects(store.write('vitrine-1/file', path, expected), /403 Refused: By the test/);
  server.refuses = () => null;
  assert.match(server.requests.at(-1)!, /^DELETE .*uploadId=/);
  assert.deepEqual(await store.list('vitrine-'), []);
});

test('a request is repeated while the store fails, as often as allowed', async () => {
  await using store = inServer('busy', [1, 1]);
  const { path, ...expected } = await localFile(Buffer.from('bytes'));
  let left = 2;
  server.refuses = () => (left-- > 0 ? 503 : null);
  await store.write('vitrine-1/file', path, expected);
  assert.equal((await contents(store, 'vitrine-1/file')).toString(), 'bytes');
  left = 3;
  await assert.rejects(store.list('vitrine-'), /503 Refused/);
  server.refuses = () => null;
  await store.remove('vitrine-1/file');
});

test('more files than one page are listed', async () => {
  await using store = new S3Store(server.location('many'), { pageSize: 3 });
  const { path, ...expected } = await localFile(Buffer.from('x'));
  const names = Array.from({ length: 8 }, (_, i) => `vitrine-1/${i}`);
  for (const name of names) await store.write(name, path, expected);
  const listed = await store.list('vitrine-');
  assert.deepEqual(new Set(listed.map((file) => file.path)), new Set(names));
});

test('errors name the reason, but no key', async () => {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'another secret' };
  await using refused = new S3Store({ ...server.location(), keys });
  await assert.rejects(refused.list('vitrine-'), (error: Error) => {
    assert.match(error.message, /^The store replied 403 SignatureDoesNotMatch/);
    assert.ok(!error.message.includes('S3RVER') && !error.message.includes('another secret'));
    return true;
  });
  await using unreachable = new S3Store(
    { ...server.location(), endpoint: 'http://127.0.0.1:1' },
    { retryPausesMs: [] },
  );
  await assert.rejects(
    unreachable.list('vitrine-'),
    /^Error: The store could not be reached: .*ECONNREFUSED/,
  );
});
