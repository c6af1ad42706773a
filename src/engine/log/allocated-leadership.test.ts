import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectAllocation } from '../../ports/cluster/project-allocation.ts';
import { AllocatedLeadership } from './allocated-leadership.ts';

test('PlacedLeadership: the first holder of a project is its leader, and is called when it becomes that', () => {
  let leader = '';
  const allocation = { isLeader: (id: string) => id === leader } as ProjectAllocation;
  const [called, faults]: [string[], unknown[]] = [[], []];
  const leadership = new AllocatedLeadership(allocation, 'shop', (error) => faults.push(error));
  const [owner, faulty, gone] = [{}, {}, {}];
  leadership.onElected(gone, () => called.push('gone'));
  leadership.onElected(faulty, () => {
    throw new Error('fault');
  });
  leadership.onElected(owner, () => called.push('first'));
  leadership.onElected(owner, () => called.push('second'));
  leadership.unsubscribe(gone);
  leadership.onAllocationChange();
  assert.deepEqual([leadership.isLeader, called], [false, []]);
  leader = 'shop';
  leadership.onAllocationChange();
  leadership.onAllocationChange();
  assert.deepEqual([leadership.isLeader, called, faults.length], [true, ['first', 'second'], 1]);
  leader = 'another';
  leadership.onAllocationChange();
  leader = 'shop';
  leadership.onAllocationChange();
  assert.equal(called.length, 4);
});
