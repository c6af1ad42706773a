import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeAngleInTurns } from './gradient-angle.ts';
import { cos, sin } from '../../math/trigonometry.ts';

void test('computeAngleInTurns() is the angle of Math.atan2() as a share of a turn, also along the axes', () => {
  for (let degree = 0; degree < 720; degree++) {
    const angle = (degree * Math.PI) / 360;
    for (const length of [1e-3, 300]) {
      const [x, y] = [cos(angle) * length, sin(angle) * length];
      const turns = computeAngleInTurns(x, y);
      const off = Math.abs(turns - degree / 720);
      assert(turns >= 0 && turns <= 1 && Math.min(off, 1 - off) < 1e-5, `${degree / 2} degrees: ${turns}`);
    }
  }
  assert.deepEqual(
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ].map(([x, y]) => computeAngleInTurns(x!, y!)),
    [0, 0.25, 0.5, 0.75],
  );
});
