import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LeaderElection } from '../log/leader-election.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { ModelChange } from './model-change.ts';

const before = { model: 'before' };
const after = { model: 'after' };

/** A change whose pending work, leadership and writes a test controls. */
function controlled() {
  const state = { pending: 0, isLeader: true, writes: 0 };
  const database = {
    write: async () => void (state.writes += 1),
  } as unknown as ProjectDatabase;
  const election = {
    get isLeader() {
      return state.isLeader;
    },
  } as unknown as LeaderElection;
  const change = new ModelChange<typeof before>({
    database,
    election,
    isComplete: () => state.pending === 0,
    deleteOthers: () => [{ sql: 'DELETE', rows: [[]] }],
  });
  return { state, change };
}

test('ModelChange serves the vectors of the previous model until the target is complete', async () => {
  const { state, change } = controlled();
  state.pending = 2;
  change.begin(after, before);
  assert.deepEqual([change.serving, change.target, change.all], [before, after, [before, after]]);
  state.pending = 1;
  change.switchWhenComplete();
  await change.deleteOthers();
  assert.deepEqual([change.serving, state.writes], [before, 0]);
  state.pending = 0;
  change.switchWhenComplete();
  assert.deepEqual([change.serving, change.target, change.all], [after, after, [after]]);
  await change.deleteOthers();
  await change.deleteOthers();
  assert.equal(state.writes, 1);
});

test('ModelChange serves an incomplete target where there are no other vectors, and none without a target', () => {
  const { state, change } = controlled();
  assert.deepEqual([change.serving, change.target, change.all], [null, null, []]);
  state.pending = 1;
  change.begin(after, null);
  assert.equal(change.serving, after);
  change.begin(null, null);
  assert.equal(change.serving, null);
});

test('ModelChange deletes vectors on the leader only, also if it is elected later', async () => {
  const { state, change } = controlled();
  state.isLeader = false;
  change.begin(after, before);
  assert.equal(change.serving, after, 'complete from the start');
  await change.deleteOthers();
  assert.equal(state.writes, 0);
  state.isLeader = true;
  await change.deleteOthers();
  assert.equal(state.writes, 1);
});
