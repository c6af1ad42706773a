import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { SignInLimits } from './sign-in-limits.ts';

const { signInFailuresMax: failuresMax, signInBlockSeconds: blockSeconds } = limits;

function limitsAt() {
  const time = { ms: 0 };
  const blocked: [network: string, isOnly: boolean][] = [];
  const signIns = new SignInLimits(
    () => time.ms,
    (...call) => blocked.push(call),
  );
  const fail = (network: string): void => signIns.begin(network)('wrong');
  const isBlocked = (network: string): number | null => {
    try {
      signIns.begin(network)('right');
      return null;
    } catch (error) {
      assert.ok(error instanceof VitrineError && error.code === 'rate_limited', String(error));
      return error.retryAfterSeconds;
    }
  };
  return { time, blocked, signIns, fail, isBlocked };
}

test('SignInLimits blocks only a network with ten wrong attempts in 15 minutes, for 15 minutes', () => {
  const { time, fail, isBlocked } = limitsAt();
  for (let i = 1; i < failuresMax; i++) fail('a');
  time.ms = blockSeconds * 1000 - 1;
  fail('a');
  assert.equal(isBlocked('a'), blockSeconds);
  assert.equal(isBlocked('b'), null);
  time.ms += blockSeconds * 1000 - 1;
  assert.equal(isBlocked('a'), 0.001);
  time.ms += 1;
  assert.equal(isBlocked('a'), null);
});

test('SignInLimits forgets wrong attempts after 15 minutes, or after a successful one', () => {
  const { time, fail, isBlocked } = limitsAt();
  for (let i = 1; i < failuresMax; i++) fail('late');
  time.ms = blockSeconds * 1000;
  fail('late');
  assert.equal(isBlocked('late'), null);
  for (let round = 0; round < 3; round++) {
    for (let i = 1; i < failuresMax; i++) fail('owner');
    assert.equal(isBlocked('owner'), null);
  }
});

test('SignInLimits counts attempts in progress', () => {
  const { signIns, isBlocked } = limitsAt();
  const pending = Array.from({ length: failuresMax }, () => signIns.begin('a'));
  assert.equal(isBlocked('a'), 1);
  for (const end of pending.slice(1)) end('wrong');
  pending[0]?.('unknown');
  signIns.begin('a')('wrong');
  assert.equal(isBlocked('a'), blockSeconds);
});

test('SignInLimits reports whether a blocked network is the only one with attempts', () => {
  const { blocked, fail, isBlocked } = limitsAt();
  for (let i = 0; i < failuresMax; i++) fail('proxy');
  assert.equal(isBlocked('owner'), null);
  for (let i = 0; i < failuresMax; i++) fail('other');
  assert.deepEqual(blocked, [
    ['proxy', true],
    ['other', false],
  ]);
});

test('SignInLimits.clear() removes all blocks', () => {
  const { signIns, fail, isBlocked } = limitsAt();
  for (let i = 0; i < failuresMax; i++) fail('a');
  signIns.clear();
  assert.equal(isBlocked('a'), null);
});
