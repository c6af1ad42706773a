import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import { FailureLog } from './failure-log.ts';

test('FailureLog.log() writes a line for each failure, then one a minute with the number of requests', () => {
  let now = 0;
  const lines: [string, number | undefined][] = [];
  const logger = {
    error: (fields: object, message: string) =>
      lines.push([message, (fields as { requests?: number }).requests]),
  } as unknown as Parameters<FailureLog['log']>[0];
  const failures = new FailureLog(() => now);
  const full = new VitrineError('storage_failed', 'The disk is full');
  for (let i = 0; i < 100; i++) failures.log(logger, full, '/api/items');
  failures.log(logger, new VitrineError('internal_error', 'Another one'), '/api/items');
  assert.deepEqual(lines, [
    ['The disk is full', undefined],
    ['Another one', undefined],
  ]);
  now += 60_000;
  for (let i = 0; i < 3; i++) failures.log(logger, full, '/api/events');
  assert.deepEqual(lines.at(-1), ['The disk is full', 100]);
  now += 60_000;
  failures.log(logger, full, '/api/events');
  assert.deepEqual(lines.slice(2), [
    ['The disk is full', 100],
    ['The disk is full', 3],
  ]);
});
