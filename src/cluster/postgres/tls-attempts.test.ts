import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTlsAttempts } from './tls-attempts.ts';

const none = { ca: undefined, certificate: undefined, key: undefined };

void test('listTlsAttempts() verifies a server as far as sslmode asks', () => {
  const verified = listTlsAttempts('verify-full', { ...none, ca: 'ca' });
  assert.deepEqual(verified, [{ ca: 'ca', rejectUnauthorized: true }]);
  assert.deepEqual(
    (['disable', 'allow', 'prefer', 'require', 'verify-ca'] as const).map((mode) =>
      listTlsAttempts(mode, none).map((tls) => tls !== false && tls.rejectUnauthorized),
    ),
    [[false], [false, false], [false, false], [false], [true]],
  );
  assert.equal(
    (listTlsAttempts('require', { ...none, ca: 'ca' })[0] as { rejectUnauthorized: boolean })
      .rejectUnauthorized,
    true,
  );
});
