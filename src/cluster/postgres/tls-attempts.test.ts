import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tlsAttempts } from './tls-attempts.ts';

const none = { ca: undefined, certificate: undefined, key: undefined };

void test('tlsAttempts() verifies a server as far as sslmode asks', () => {
  const verified = tlsAttempts('verify-full', { ...none, ca: 'ca' });
  assert.deepEqual(verified, [{ ca: 'ca', rejectUnauthorized: true }]);
  assert.deepEqual(
    (['disable', 'allow', 'prefer', 'require', 'verify-ca'] as const).map((mode) =>
      tlsAttempts(mode, none).map((tls) => tls !== false && tls.rejectUnauthorized),
    ),
    [[false], [false, false], [false, false], [false], [true]],
  );
  assert.equal(
    (tlsAttempts('require', { ...none, ca: 'ca' })[0] as { rejectUnauthorized: boolean }).rejectUnauthorized,
    true,
  );
});
