import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { RunningReplacements } from './running-replacements.ts';

test('RunningReplacements takes 2 imports at once, not 3', () => {
  const replacements = new RunningReplacements();
  const isRefused = (error: unknown): boolean =>
    error instanceof VitrineError && error.code === 'overloaded' && error.retryAfterSeconds !== null;
  const running = Array.from({ length: limits.replacementsMax }, () => replacements.begin());
  assert.throws(() => replacements.begin(), isRefused);
  running[0]?.[Symbol.dispose]();
  using _next = replacements.begin();
  assert.throws(() => replacements.begin(), isRefused);
});
