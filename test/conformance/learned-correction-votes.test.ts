import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../src/ports/limits.ts';
import { openEmbedded } from './embedded-shop.ts';
import { reusing } from './shop.ts';
import { hoover, rowsOf, stemmed, users, Visitors } from './tracked-visitors.ts';

/** Which visitors count for a learned correction. */

const open = reusing(openEmbedded());
const day = 86_400_000;

test('visitors must agree: at least half of the votes of a word, of which newer and chosen ones count more', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  await visitors.type(users(5), hoover);
  await visitors.type(users(3, 'x'), ['hoover', 'couch']);
  await visitors.type(users(3, 'y'), ['hoover', 'kettle']);
  assert.equal(await visitors.corrected('hoover'), null, '5 of 11');
  await visitors.type(['x0'], hoover);
  assert.equal(await visitors.corrected('hoover'), 'vacuum', '6 of 11: of a visitor, the last one counts');
  shop.now += 30 * day;
  await visitors.type(users(5, 'z'), ['hoover', 'couch']);
  assert.equal(await visitors.corrected('hoover'), 'couch');
  shop.now += 31 * day;
  await shop.reopen();
  await visitors.written();
  assert.deepEqual(
    shop.project.learnedCorrections.list().map(({ target, visitors: count }) => [target, count]),
    [['couch', 5]],
    'older ones are deleted',
  );
  shop.now += 30 * day;
  await shop.reopen();
  await visitors.written();
  assert.equal(await visitors.corrected('hoover'), null);
});

test('a search does not replace a word whose result was chosen, and what is too old is not kept', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  const kept = () => rowsOf(shop.project, 'SELECT target, strength FROM reformulations');
  await visitors.search({ user: 'u' }, 'hoover');
  await visitors.search({ user: 'u' }, 'couch');
  await visitors.rest();
  assert.deepEqual(kept(), [{ target: 'couch', strength: 1 }]);
  await visitors.type(['u'], hoover);
  await visitors.search({ user: 'u' }, 'hoover');
  await visitors.search({ user: 'u' }, 'couch');
  await visitors.rest();
  assert.deepEqual(kept(), [{ target: 'vacuum', strength: 2 }]);
  const old = { ...stemmed('old', 'vacuum'), by: { user: 'u' }, isChosen: true, address: null };
  shop.project.learnedCorrections.record({ ...old, at: shop.now - 61 * day });
  await visitors.written();
  assert.equal(kept().length, 1);
});

test('erased visitors are forgotten, merged ones count once, and those of one address as two', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  const { events } = shop.project;
  await visitors.type(users(8, 'same'), hoover, '192.0.2.1');
  assert.equal(await visitors.corrected('hoover'), null);
  await visitors.type(users(3), hoover, null);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
  await events.eraseUser('u0');
  visitors.tracker.forget('shop', [{ user: 'u0' }]);
  assert.equal(await visitors.corrected('hoover'), null);
  await visitors.type(['u3'], hoover);
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
  await events.merge({ user: 'u3' }, 'u2');
  assert.equal(await visitors.corrected('hoover'), null);
  await events.eraseUser('u2');
  const keys = rowsOf(shop.project, "SELECT key FROM reformulations WHERE key NOT LIKE 'u:same%'");
  assert.deepEqual(
    keys.map(({ key }) => key),
    ['u:u1'],
  );
  // Recorded, but not written when the erasure begins.
  const by = { user: 'u9' };
  const erased = events.eraseUser('u9');
  shop.project.learnedCorrections.record({
    ...stemmed('hoover', 'vacuum'),
    by,
    at: shop.now,
    isChosen: true,
    address: null,
  });
  await erased;
  await visitors.written();
  assert.deepEqual(rowsOf(shop.project, "SELECT key FROM reformulations WHERE key = 'u:u9'"), []);
});

test('what is recorded while a visitor is erased is not kept', async () => {
  await using visitors = await Visitors.open(open);
  const { events, learnedCorrections } = visitors.shop.project;
  const erased = events.eraseUser('u').then(() => true);
  const vote = { by: { user: 'u' }, at: visitors.shop.now, isChosen: true, address: null };
  do learnedCorrections.record({ ...stemmed('hoover', 'vacuum'), ...vote });
  while (!(await Promise.race([erased, setImmediate(false)])));
  await visitors.written();
  assert.deepEqual(rowsOf(visitors.shop.project, 'SELECT key FROM reformulations'), []);
});

test('visitors of one address do not displace the votes of others, nor outvote them by many targets', async () => {
  await using visitors = await Visitors.open(open);
  await visitors.type(users(5), hoover);
  const { learnedCorrections } = visitors.shop.project;
  for (let i = 0; i <= limits.correctionVisitorsPerWordMax; i++) {
    const target = ['couch', 'kettle', 'cleaner', 'oak'][i % 4]!;
    const by = { user: `one${i}` };
    const vote = { ...stemmed('hoover', target), by, at: ++visitors.shop.now, isChosen: true };
    learnedCorrections.record({ ...vote, address: '192.0.2.1' });
  }
  await visitors.written();
  assert.equal(await visitors.corrected('hoover'), 'vacuum');
});

test('the newest replacements of a word, a visitor and an address are kept', async () => {
  await using visitors = await Visitors.open(open);
  const { shop } = visitors;
  const { learnedCorrections } = shop.project;
  const count = (where: string): number =>
    Number(rowsOf(shop.project, `SELECT count(*) AS count FROM reformulations WHERE ${where}`)[0]!['count']);
  const record = (word: string, user: string, address: string | null = null) =>
    learnedCorrections.record({
      ...stemmed(word, 'vacuum'),
      by: { user },
      at: ++shop.now,
      isChosen: true,
      address,
    });
  const { correctionVisitorsPerWordMax, correctionWordsPerVisitorMax, correctionsPerAddressMax } = limits;
  for (let i = 0; i <= correctionVisitorsPerWordMax; i++) record('hoover', `u${i}`);
  for (let i = 0; i <= correctionWordsPerVisitorMax; i++) record(`word${i}`, 'one');
  for (let i = 0; i <= correctionsPerAddressMax; i++) record(`w${i}`, `v${i}`, '192.0.2.1');
  await visitors.written();
  assert.deepEqual(
    [count("word = 'hoover'"), count("key = 'u:u0'"), count("key = 'u:one'"), count("word = 'word0'")],
    [correctionVisitorsPerWordMax, 0, correctionWordsPerVisitorMax, 0],
  );
  assert.deepEqual([count('origin IS NOT NULL'), count("word = 'w0'")], [correctionsPerAddressMax, 0]);
});
