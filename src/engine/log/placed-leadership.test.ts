import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Placement } from '../../ports/cluster/placement.ts';
import { PlacedLeadership } from './placed-leadership.ts';

test('PlacedLeadership: the first holder of a project is its leader, and is called when it becomes that', () => {
  let leader = '';
  const placement = { isLeader: (id: string) => id === leader } as Placement;
  const [called, faults]: [string[], unknown[]] = [[], []];
  const leadership = new PlacedLeadership(placement, 'shop', (error) => faults.push(error));
  const [owner, faulty, gone] = [{}, {}, {}];
  leadership.onElected(gone, () => called.push('gone'));
  leadership.onElected(faulty, () => {
    throw new Error('fault');
  });
  leadership.onElected(owner, () => called.push('first'));
  leadership.onElected(owner, () => called.push('second'));
  leadership.unsubscribe(gone);
  leadership.onPlacementChange();
  assert.deepEqual([leadership.isLeader, called], [false, []]);
  leader = 'shop';
  leadership.onPlacementChange();
  leadership.onPlacementChange();
  assert.deepEqual([leadership.isLeader, called, faults.length], [true, ['first', 'second'], 1]);
  leader = 'another';
  leadership.onPlacementChange();
  leader = 'shop';
  leadership.onPlacementChange();
  assert.equal(called.length, 4);
});
