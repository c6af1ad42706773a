import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';

test('readConfig() rejects invalid cluster settings with one line that names the variable and reveals no password', () => {
  const cluster = {
    VITRINE_ENGINE: 'opensearch',
    VITRINE_OPENSEARCH_NODES: 'https://127.0.0.1:1',
  };
  const file = join(import.meta.dirname, '..', 'package.json');
  const none = join(import.meta.dirname, 'no-such-file');
  const user = { VITRINE_OPENSEARCH_USER: 'vitrine', VITRINE_OPENSEARCH_PASSWORD: 'secret-word' };
  const bad: readonly (readonly [Record<string, string>, said: string])[] = [
    [{ VITRINE_OPENSEARCH_NODES: '' }, 'VITRINE_OPENSEARCH_NODES must be addresses of nodes'],
    [{ VITRINE_OPENSEARCH_NODES: 'search-1:9200' }, 'VITRINE_OPENSEARCH_NODES must be an http or https'],
    [
      { VITRINE_OPENSEARCH_NODES: 'https://a:9200,https://vitrine:secret-word@b:9200' },
      'VITRINE_OPENSEARCH_NODES must be addresses without credentials',
    ],
    [{ VITRINE_OPENSEARCH_USER: 'vitrine' }, 'VITRINE_OPENSEARCH_PASSWORD must be set'],
    [{ VITRINE_OPENSEARCH_PASSWORD: 'secret-word' }, 'VITRINE_OPENSEARCH_USER must be set'],
    [{ VITRINE_OPENSEARCH_PASSWORD_FILE: none }, 'VITRINE_OPENSEARCH_PASSWORD_FILE must be a file'],
    [{ VITRINE_OPENSEARCH_CA: none }, 'VITRINE_OPENSEARCH_CA must be a PEM file'],
    [{ VITRINE_OPENSEARCH_CA: file }, 'VITRINE_OPENSEARCH_CA must be a PEM file'],
    [{ VITRINE_OPENSEARCH_CERT: none }, 'VITRINE_OPENSEARCH_KEY must be set'],
    [{ VITRINE_OPENSEARCH_KEY: none }, 'VITRINE_OPENSEARCH_CERT must be set'],
    [
      { VITRINE_OPENSEARCH_CERT: file, VITRINE_OPENSEARCH_KEY: file },
      'VITRINE_OPENSEARCH_CERT must be a PEM file',
    ],
    [{ VITRINE_OPENSEARCH_AWS_REGION: 'eu-north-1' }, 'AWS_ACCESS_KEY_ID must be set'],
    [
      { VITRINE_OPENSEARCH_AWS_REGION: 'eu-north-1', AWS_ACCESS_KEY_ID: 'k' },
      'AWS_SECRET_ACCESS_KEY must be set',
    ],
    [{ ...user, VITRINE_OPENSEARCH_AWS_REGION: 'eu-north-1' }, 'VITRINE_OPENSEARCH_AWS_REGION must be empty'],
    [{ VITRINE_OPENSEARCH_PREFIX: 'My shop' }, 'VITRINE_OPENSEARCH_PREFIX must be 1 to 40'],
    [{ VITRINE_OPENSEARCH_REPLICAS: 'two' }, 'VITRINE_OPENSEARCH_REPLICAS must be a whole number'],
  ];
  for (const [wrong, said] of bad)
    assert.throws(
      () => readConfig({ ...cluster, ...wrong }),
      ({ message }: Error) => {
        assert.ok(message.startsWith(`Cannot start: ${said}`), message);
        assert.ok(!message.includes('\n') && !message.includes('secret-word'), message);
        return true;
      },
    );
  assert.equal(readConfig(cluster).cluster?.replicas, 2);
});

test('readConfig() needs an address that other processes reach for projects on some processes', () => {
  const placementOf = (more: Record<string, string>): unknown => {
    const cluster = { VITRINE_ENGINE: 'opensearch', VITRINE_OPENSEARCH_NODES: 'http://search-1:9200' };
    return readConfig({ ...cluster, ...more }).cluster?.placement;
  };
  assert.equal(placementOf({ HOST: '0.0.0.0' }), null);
  assert.deepEqual(placementOf({ VITRINE_CLUSTER_COPIES: '2' }), { copies: 2, address: null });
  const address = 'http://10.0.0.3:4700';
  assert.deepEqual(
    placementOf({ HOST: '0.0.0.0', VITRINE_CLUSTER_COPIES: '1', VITRINE_CLUSTER_ADDRESS: `${address}/` }),
    { copies: 1, address },
  );
  for (const HOST of ['0.0.0.0', '::'])
    assert.throws(
      () => placementOf({ HOST, VITRINE_CLUSTER_COPIES: '2' }),
      /VITRINE_CLUSTER_ADDRESS must be/,
    );
  for (const wrong of ['https://10.0.0.3:4700', `${address}/path`, 'http://user@10.0.0.3', '10.0.0.3:4700'])
    assert.throws(
      () => placementOf({ VITRINE_CLUSTER_COPIES: '2', VITRINE_CLUSTER_ADDRESS: wrong }),
      /VITRINE_CLUSTER_ADDRESS must be/,
    );
  for (const copies of ['0', 'two', '100'])
    assert.throws(() => placementOf({ VITRINE_CLUSTER_COPIES: copies }), /VITRINE_CLUSTER_COPIES must be/);
});

test('readConfig() reads where, when and how long backups are stored', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret-word' };
  const planOf = (more: Record<string, string>): unknown => readConfig({ ...keys, ...more }).backups;
  assert.equal(planOf({}), null);
  assert.deepEqual(planOf({ VITRINE_BACKUP_TO: '/mnt/nas/' }), {
    location: { kind: 'folder', folder: '/mnt/nas' },
    schedule: { dailyAt: 180 },
    countMax: 14,
    daysMax: null,
  });
  const s3 = { VITRINE_BACKUP_TO: 's3://my-backups/a/b/', VITRINE_BACKUP_S3_REGION: 'eu-central-1' };
  const more = { VITRINE_BACKUP_SCHEDULE: '6h', VITRINE_BACKUP_KEEP: '3', VITRINE_BACKUP_KEEP_DAYS: '30' };
  assert.deepEqual(planOf({ ...s3, ...more }), {
    location: {
      kind: 's3',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      bucket: 'my-backups',
      prefix: 'a/b',
      keys: { accessKeyId: 'id', secretAccessKey: 'secret-word' },
    },
    schedule: { everyHours: 6 },
    countMax: 3,
    daysMax: 30,
  });
  const bad: readonly [Record<string, string>, RegExp][] = [
    [{ VITRINE_BACKUP_TO: 'backups' }, /VITRINE_BACKUP_TO must be an absolute path/],
    [{ VITRINE_BACKUP_TO: 's3://My_Bucket' }, /VITRINE_BACKUP_TO must be s3:\/\/ with the name of a bucket/],
    [{ VITRINE_BACKUP_TO: 's3://my-backups/a/../b' }, /VITRINE_BACKUP_TO must be a prefix/],
    [{ ...s3, VITRINE_BACKUP_SCHEDULE: '24:00' }, /VITRINE_BACKUP_SCHEDULE must be a time of day/],
    [{ ...s3, VITRINE_BACKUP_SCHEDULE: '169h' }, /VITRINE_BACKUP_SCHEDULE must be/],
    [{ ...s3, VITRINE_BACKUP_KEEP: '0' }, /VITRINE_BACKUP_KEEP must be a whole number from 1 to 1000/],
    [{ ...s3, VITRINE_BACKUP_KEEP_DAYS: '3651' }, /VITRINE_BACKUP_KEEP_DAYS must be/],
    [
      { ...s3, VITRINE_BACKUP_S3_ENDPOINT: 'http://u:secret-word@host' },
      /VITRINE_BACKUP_S3_ENDPOINT must be/,
    ],
    [{ ...s3, VITRINE_BACKUP_S3_REGION: 'eu central' }, /VITRINE_BACKUP_S3_REGION must be/],
    [{ ...s3, AWS_SECRET_ACCESS_KEY: '' }, /AWS_SECRET_ACCESS_KEY must be set if VITRINE_BACKUP_TO is/],
  ];
  for (const [wrong, message] of bad)
    assert.throws(
      () => planOf(wrong),
      (error: Error) => message.test(error.message) && !error.message.includes('secret-word'),
      JSON.stringify(wrong),
    );
  assert.ok(planOf({ ...s3, VITRINE_BACKUP_SCHEDULE: '168h', VITRINE_BACKUP_KEEP: '1000' }));
});
