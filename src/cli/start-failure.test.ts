import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { ConfigError } from '../config.ts';
import { refuseLowFileLimit, startFailure } from './start-failure.ts';

const config = { host: '10.9.9.9', port: 80, dataDir: tmpdir() };
const failed = (code: string, syscall = 'listen'): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test('startFailure() names HOST or PORT, whichever cannot be used', () => {
  assert.match(startFailure(failed('EADDRINUSE'), config), /^Cannot start: another process .* PORT$/);
  assert.match(startFailure(failed('EACCES'), config), /^Cannot start: this user may not .* PORT$/);
  for (const error of [failed('EADDRNOTAVAIL'), failed('EAI_AGAIN', 'getaddrinfo'), failed('EINVAL')])
    assert.match(startFailure(error, config), /^Cannot start: HOST must be .* is "10\.9\.9\.9"$/);
});

test('startFailure() keeps the messages of other errors', () => {
  assert.equal(startFailure(failed('EINVAL', 'read'), config), 'Cannot start: read EINVAL');
  const invalid = new ConfigError('PORT', 'abc', 'a number');
  assert.equal(startFailure(invalid, null), 'Cannot start: PORT must be a number; current value is "abc"');
});

test('refuseLowFileLimit() refuses fewer than 64 files, and accepts an unknown limit', () => {
  assert.throws(() => refuseLowFileLimit(63), /63 files only: raise the limit/);
  refuseLowFileLimit(64);
  refuseLowFileLimit(null);
});
