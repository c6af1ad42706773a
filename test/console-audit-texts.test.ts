import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineText } from '../console/src/app/audit-texts.ts';

test('lineText() says what was done, or tried', () => {
  const said = (operation: string, target: string | null = null, outcome = 'done'): string =>
    lineText({ operation, target, outcome });
  assert.equal(said('changeRules'), 'Changed the rules');
  assert.equal(said('createKey', 'nightly'), 'Created the key “nightly”');
  assert.equal(said('putCollection', 'sale'), 'Saved the collection “sale”');
  assert.equal(said('takeBackVersion', '7'), 'Took back version 7');
  assert.equal(said('signIn'), 'Signed in');
  assert.equal(said('signIn', 'a@shop.example', 'password_wrong'), 'Tried: sign in “a@shop.example”');
  assert.equal(said('unheardOf', 'x'), 'Unheard of “x”');
});
