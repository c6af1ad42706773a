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
