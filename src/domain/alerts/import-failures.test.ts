import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../ports/access/projects.ts';
import { importReading } from './import-failures.ts';

const now = 1_000_000_000_000;
const task = (status: Task['status'], lines: number, failed: number, more: Partial<Task> = {}): Task => ({
  id: 't',
  project: 'shop',
  kind: 'import',
  status,
  startedAt: now - 1_000,
  finishedAt: status === 'running' ? null : now,
  progress: { lines, failed },
  error: status === 'failed' ? { code: 'storage_failed', detail: 'The disk is full' } : null,
  ...more,
});

void test('importReading() raises the newest import if it failed or rejected a tenth of its lines', () => {
  const raised = (tasks: Task[]): boolean | null => importReading(tasks, now)[0]?.isRaised ?? null;
  assert.equal(raised([]), null);
  assert.equal(raised([task('running', 5, 5)]), null);
  assert.equal(raised([task('failed', 5, 0)]), true);
  assert.equal(raised([task('running', 5, 5), task('failed', 5, 0)]), true, 'the next one runs');
  assert.equal(raised([task('succeeded', 100, 9), task('failed', 5, 0)]), false);
  assert.equal(raised([task('succeeded', 100, 10)]), true);
  assert.equal(raised([task('succeeded', 0, 0)]), false);
  assert.equal(raised([task('failed', 0, 0, { kind: 'reindex' }), task('succeeded', 1, 0)]), false);
  const week = 7 * 86_400_000;
  assert.equal(raised([task('failed', 5, 0, { finishedAt: now - week })]), true);
  assert.equal(raised([task('failed', 5, 0, { finishedAt: now - week - 1 })]), false);
});

void test('importReading() says what happened', () => {
  assert.equal(
    importReading([task('failed', 12, 0)], now)[0]!.detail,
    'An import failed after 12 lines: The disk is full',
  );
  assert.equal(
    importReading([task('succeeded', 30, 20)], now)[0]!.detail,
    'An import rejected 20 of 30 lines',
  );
});
