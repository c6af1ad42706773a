import assert from 'node:assert/strict';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, readPostgres } from '../src/config.ts';
import { readMemoryBytes } from '../src/environment/memory-variables.ts';
import type { TracingConfig } from '../src/lib/tracing/tracing-config.ts';

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
  const read = readConfig(cluster).cluster;
  assert.ok(read?.kind === 'opensearch');
  assert.equal(read.replicas, 2);
});

test('readConfig() needs an address that other processes reach for projects on some processes', () => {
  const placementOf = (more: Record<string, string>): unknown => {
    const cluster = { VITRINE_ENGINE: 'opensearch', VITRINE_OPENSEARCH_NODES: 'http://search-1:9200' };
    return readConfig({ ...cluster, ...more }).cluster?.allocation;
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
  const readPlan = (more: Record<string, string>): unknown => readConfig({ ...keys, ...more }).backups;
  assert.equal(readPlan({}), null);
  assert.deepEqual(readPlan({ VITRINE_BACKUP_TO: '/mnt/nas/' }), {
    location: { kind: 'folder', folder: '/mnt/nas' },
    schedule: { dailyAt: 180 },
    countMax: 14,
    daysMax: null,
  });
  const s3 = { VITRINE_BACKUP_TO: 's3://my-backups/a/b/', VITRINE_BACKUP_S3_REGION: 'eu-central-1' };
  const more = { VITRINE_BACKUP_SCHEDULE: '6h', VITRINE_BACKUP_KEEP: '3', VITRINE_BACKUP_KEEP_DAYS: '30' };
  assert.deepEqual(readPlan({ ...s3, ...more }), {
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
      () => readPlan(wrong),
      (error: Error) => message.test(error.message) && !error.message.includes('secret-word'),
      JSON.stringify(wrong),
    );
  assert.ok(readPlan({ ...s3, VITRINE_BACKUP_SCHEDULE: '168h', VITRINE_BACKUP_KEEP: '1000' }));
});

test('readConfig() reads traces by the variables of OpenTelemetry, those of traces before those of all signals', () => {
  const tracing = (more: Record<string, string>): TracingConfig | null => readConfig(more).tracing.config;
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
  assert.equal(tracing({}), null);
  assert.equal(tracing({ OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'xray' }), null);
  assert.equal(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }), null);
  assert.equal(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }), null);
  assert.deepEqual(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT }), {
    url: 'http://collector:4318/v1/traces',
    headers: {},
    timeoutMs: 10_000,
    isCompressed: false,
    ca: null,
    sampler: { isParentBased: true, ratio: 1 },
    resource: { 'service.name': 'vitrine' },
    batch: { queueMax: 2_048, spansMax: 512, delayMs: 5_000, timeoutMs: 30_000 },
  });
  const all = tracing({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in/',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-other=1',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'Authorization=Basic%20a%3D, x-tenant = shop=1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_SERVICE_NAME: 'shop',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,service.namespace=a%20b',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_BSP_MAX_QUEUE_SIZE: '100',
  });
  assert.deepEqual(
    { ...all, batch: all?.batch.spansMax },
    {
      url: 'https://traces.example/in/',
      headers: { authorization: 'Basic a=', 'x-tenant': 'shop=1' },
      timeoutMs: 2_000,
      isCompressed: true,
      ca: null,
      sampler: { isParentBased: false, ratio: 0.1 },
      resource: { 'service.name': 'shop', 'service.namespace': 'a b' },
      batch: 100,
    },
  );
  for (const [name, ratio] of [
    ['always_on', 1],
    ['always_off', 0],
    ['traceidratio', 0.5],
  ] as const)
    for (const isParentBased of [false, true])
      assert.deepEqual(
        tracing({
          OTEL_EXPORTER_OTLP_ENDPOINT,
          OTEL_TRACES_SAMPLER: `${isParentBased ? 'parentbased_' : ''}${name}`,
          OTEL_TRACES_SAMPLER_ARG: '0.5',
        })?.sampler,
        { isParentBased, ratio },
      );
});

test('readConfig() records no traces by variables of OpenTelemetry that it cannot follow, and reveals no header', () => {
  const bad: readonly (readonly [name: string, value: string, said: string])[] = [
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/json'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/protobuf', 'http/json'],
    ['OTEL_TRACES_EXPORTER', 'zipkin', 'one of otlp, none'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'one of always_on'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector:4318', 'an http or https address'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://a:geheim@collector', 'an address without credentials'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'geheim', 'headers as name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x y=geheim', 'headers as name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=geheim%0d%0ay:1', 'headers as name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=geheim%', 'headers as name=value'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', 'a whole number from 1 to 600000'],
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd', 'one of none, gzip'],
    ['OTEL_EXPORTER_OTLP_CERTIFICATE', '/no/such/file', 'a PEM file'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a', 'attributes as name=value'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '0', 'a whole number from 1 to 1000000'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '1000001', 'a whole number from 1 to 1000000'],
  ];
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  const problemOf = (more: Record<string, string>): string => {
    const { config, problem } = readConfig({ ...base, ...more }).tracing;
    assert.equal(config, null);
    return problem ?? '';
  };
  for (const [name, value, said] of bad) {
    const problem = problemOf({ [name]: value });
    assert.ok(problem.startsWith(`No traces are recorded: ${name} must be ${said}`), problem);
    assert.ok(!problem.includes('geheim'), problem);
  }
  for (const ratio of ['-1', '1.1', 'x', '1e1'])
    assert.match(
      problemOf({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: ratio }),
      /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/,
    );
  assert.deepEqual(readConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).tracing, {
    config: null,
    problem: null,
  });
});

test('readConfig() reads the hosts of shops', () => {
  assert.deepEqual(
    [...readConfig({ VITRINE_HOSTS: 'Shop.example=shop, 127.0.0.1:4700=demo, a.example.:443=a' }).hosts],
    [
      ['shop.example', 'shop'],
      ['127.0.0.1:4700', 'demo'],
      ['a.example', 'a'],
    ],
  );
  assert.throws(
    () => readConfig({ VITRINE_HOSTS: 'a.example=a,A.example=b' }),
    /VITRINE_HOSTS must be hosts that are named once/,
  );
  for (const wrong of [
    'shop.example',
    'shop.example=',
    '=shop',
    'https://shop.example=shop',
    'a=b=c',
    'a/b=c',
  ])
    assert.throws(() => readConfig({ VITRINE_HOSTS: wrong }), /VITRINE_HOSTS must be hosts with projects/);
});

test('readConfig() reads a PostgreSQL database, and reveals no password', () => {
  const url = 'postgres://shop:secret-word@db-1,db-2:6432/catalog?sslmode=verify-full';
  const database = { VITRINE_ENGINE: 'postgres', VITRINE_POSTGRES_URL: url };
  const { cluster, threads, demo } = readConfig(database);
  assert.ok(cluster?.kind === 'postgres');
  assert.deepEqual([threads, demo, cluster.schema, cluster.poolMax], [0, false, 'vitrine', 8]);
  assert.equal(cluster.notifies, true);
  assert.equal(readPostgres({ ...database, VITRINE_POSTGRES_NOTIFY: 'off' }).notifies, false);
  assert.deepEqual(cluster.address().hosts, [
    { host: 'db-1', port: 5432 },
    { host: 'db-2', port: 6432 },
  ]);
  const file = join(import.meta.dirname, '..', 'package.json');
  for (const [wrong, said] of [
    [{ VITRINE_POSTGRES_URL: '' }, 'VITRINE_POSTGRES_URL must be a URL'],
    [{ VITRINE_POSTGRES_URL: `${url}&options=x` }, 'VITRINE_POSTGRES_URL must be a URL without'],
    [{ VITRINE_POSTGRES_URL_FILE: file }, 'VITRINE_POSTGRES_URL must be empty'],
    [
      { VITRINE_POSTGRES_URL: '', VITRINE_POSTGRES_URL_FILE: file },
      'VITRINE_POSTGRES_URL_FILE must be a URL',
    ],
    [
      { VITRINE_POSTGRES_URL: '', VITRINE_POSTGRES_URL_FILE: `${file}.none` },
      'VITRINE_POSTGRES_URL_FILE must be a file',
    ],
    [{ VITRINE_POSTGRES_SCHEMA: 'My shop' }, 'VITRINE_POSTGRES_SCHEMA must be 1 to 40'],
    [{ VITRINE_POSTGRES_CA: file }, 'VITRINE_POSTGRES_CA must be a PEM file'],
    [{ VITRINE_POSTGRES_CERT: file }, 'VITRINE_POSTGRES_KEY must be set'],
    [{ VITRINE_POSTGRES_CONNECTIONS: '1' }, 'VITRINE_POSTGRES_CONNECTIONS must be a whole number'],
    [{ VITRINE_POSTGRES_FSYNC_OFF: 'on' }, 'VITRINE_POSTGRES_FSYNC_OFF must be one of refuse, allow'],
    [{ VITRINE_POSTGRES_NOTIFY: 'never' }, 'VITRINE_POSTGRES_NOTIFY must be'],
  ] as const)
    assert.throws(
      () => readConfig({ ...database, ...wrong }),
      ({ message }: Error) => {
        assert.ok(message.startsWith(`Cannot start: ${said}`), message);
        assert.ok(!message.includes('secret-word'), message);
        return true;
      },
    );
});

test('readConfig() chooses the profile for small machines below 1 GB of memory', () => {
  const gigabyte = 1024 ** 3;
  const readProfile = (more: Record<string, string>, memoryBytes: number): unknown[] => {
    const { memory, threads, modelIdleMs, learningEvents } = readConfig(more, memoryBytes);
    return [memory.name, threads > 0, modelIdleMs, learningEvents];
  };
  const [small, normal] = [
    ['small', false, 20_000, 100_000],
    ['normal', true, 90_000, 1_000_000],
  ];
  assert.deepEqual(readProfile({}, gigabyte - 1), small);
  assert.deepEqual(readProfile({}, gigabyte), normal);
  assert.deepEqual(readProfile({ VITRINE_MEMORY: 'auto' }, gigabyte - 1), small);
  assert.deepEqual(readProfile({ VITRINE_MEMORY: 'normal' }, gigabyte - 1), normal);
  assert.deepEqual(readProfile({ VITRINE_MEMORY: 'small' }, 64 * gigabyte), small);
  const own = {
    VITRINE_THREADS: '2',
    VITRINE_MODEL_IDLE_SECONDS: '90',
    VITRINE_LEARNING_EVENTS: '1000000',
  };
  assert.deepEqual(readProfile(own, gigabyte - 1), ['small', true, 90_000, 1_000_000]);
  assert.throws(
    () => readConfig({ VITRINE_MEMORY: 'tiny' }),
    /VITRINE_MEMORY must be one of auto, small, normal; current value is "tiny"/,
  );
});

test('readMemoryBytes() is at most the memory of the machine and the limit of the cgroup', (t) => {
  const limit = t.mock.method(process, 'constrainedMemory', () => 512 * 1024 ** 2);
  assert.equal(readMemoryBytes(), 512 * 1024 ** 2);
  assert.equal(readConfig({}).memory.name, 'small');
  for (const unlimited of [0, 2 ** 64]) {
    limit.mock.mockImplementation(() => unlimited);
    assert.equal(readMemoryBytes(), totalmem());
  }
});
