import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePostgresUrl } from './postgres-url.ts';

void test('parsePostgresUrl() reads hosts, ports, credentials and sslmode as libpq does', () => {
  assert.deepEqual(
    parsePostgresUrl('postgresql://shop:p%40ss@db-1:5433,db-2,[::1]:6000/catalog?sslmode=require'),
    {
      hosts: [
        { host: 'db-1', port: 5433 },
        { host: 'db-2', port: 5432 },
        { host: '::1', port: 6000 },
      ],
      user: 'shop',
      password: 'p@ss',
      database: 'catalog',
      sslMode: 'require',
    },
  );
  assert.deepEqual(parsePostgresUrl('postgres://shop@db?target_session_attrs=read-write'), {
    hosts: [{ host: 'db', port: 5432 }],
    user: 'shop',
    password: '',
    database: 'shop',
    sslMode: 'prefer',
  });
});

void test('parsePostgresUrl() says what a URL must be', () => {
  for (const [url, expected] of [
    ['http://db', /^a URL as postgres:/],
    ['postgres://shop@:5432/x', /hosts and ports/],
    ['postgres://shop@db:99999/x', /hosts and ports/],
    ['postgres://db/x', /a user/],
    ['postgres://shop@db/x?sslmode=on', /sslmode is disable/],
    ['postgres://shop@db/x?options=-c', /parameter options/],
    ['postgres://shop:%zz@db/x', /percent-encoded/],
  ] as const)
    assert.match(parsePostgresUrl(url) as string, expected, url);
});
