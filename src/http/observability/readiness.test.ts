import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVersionsState } from './readiness.ts';

test('versionsState() is not ready while processes have different versions', () => {
  const state = (...versions: readonly (string | undefined)[]): [boolean, string] => {
    const members = versions.map((version, i) => ({
      id: `m${i}`,
      address: '',
      secret: '',
      state: 'ready' as const,
      ...(version === undefined ? {} : { version }),
    }));
    const { ready, detail } = readVersionsState({ members });
    return [ready, detail];
  };
  assert.deepEqual(state('1.2.0', '1.2.0'), [true, 'All processes have 1.2.0']);
  assert.deepEqual(state('1.3.0', '1.2.0', '1.3.0'), [
    false,
    'Processes of different versions: 1 of 1.2.0, 2 of 1.3.0',
  ]);
  assert.deepEqual(state('1.3.0', undefined), [
    false,
    'Processes of different versions: 1 of 1.3.0, 1 of an earlier version',
  ]);
});
