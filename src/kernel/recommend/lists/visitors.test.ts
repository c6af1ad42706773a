import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { dayMs } from '../../bits/days.ts';
import { buyAgain } from './buy-again.ts';
import { boughtTogether } from './bought-together.ts';
import { forUser } from './for-user.ts';
import { testNow, applyEvent } from './random-shop.fixture.ts';
import { recentlyViewed } from './recently-viewed.ts';
import { RecommenderState } from '../counters/recommender-state.ts';

const common = { now: testNow, limit: 10, allow: () => true };

interface Interaction {
  readonly who: string;
  readonly item: string;
  readonly at: number;
}

const interaction = fc.record({
  who: fc.constantFrom('u1', 'u2', 's1', 's2'),
  item: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  at: fc.integer({ min: 0, max: 20 }),
});
/** The user that each session is merged into after the interactions; null: none. */
const owners = fc.record({
  s1: fc.constantFrom(null, 'u1', 'u2'),
  s2: fc.constantFrom(null, 'u1', 'u2'),
});

test("recentlyViewed() of a user with a session has the interactions of both, by time, unless the session is another user's", () => {
  fc.assert(
    fc.property(fc.array(interaction, { maxLength: 30 }), owners, (interactions, ownerOf) => {
      const state = new RecommenderState();
      for (const { who, item, at } of interactions)
        applyEvent(state, { type: 'view', who, items: [item], at: testNow - dayMs + at });
      for (const [session, user] of Object.entries(ownerOf))
        if (user !== null) state.merge({ session }, { user });
      const names = (user: string | null, session: 's1' | 's2' | null): Set<string> => {
        const owner = session === null ? null : ownerOf[session];
        const who = user ?? owner;
        const joined = Object.entries(ownerOf).flatMap(([name, one]) =>
          one === who && who !== null ? [name] : [],
        );
        const own = session !== null && (owner === null || owner === who) ? [session] : [];
        return new Set([...(who === null ? [] : [who]), ...joined, ...own]);
      };
      for (const user of [null, 'u1', 'u2', 'nobody']) {
        for (const session of [null, 's1', 's2'] as const) {
          const own = names(user, session);
          const mine = interactions
            .map((one, arrived) => ({ ...one, arrived }))
            .filter(({ who }) => own.has(who));
          const times = new Set(mine.map(({ at }) => at));
          // The order of interactions at the same time is undefined.
          if (times.size < mine.length) continue;
          const newest = (mine as Interaction[]).toSorted((a, b) => b.at - a.at).map(({ item }) => item);
          const visitor = { ...(user === null ? {} : { user }), ...(session === null ? {} : { session }) };
          assert.deepEqual(
            recentlyViewed(state, { ...common, ...visitor }).map(({ index }) => state.getId(index)),
            [...new Set(newest)],
            JSON.stringify({ user, session }),
          );
        }
      }
    }),
    { seed: 20_261_123, numRuns: 500 },
  );
});

/** A shop where `who` and others had interactions. */
function shopOf(who: string): RecommenderState {
  const state = new RecommenderState();
  const items = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (let other = 0; other < 30; other++) {
    const run = [0, 1, 2].map((step) => items[(other + step) % 6]!);
    run.forEach((item, step) =>
      applyEvent(state, {
        type: 'view',
        who: `u${other}`,
        items: [item],
        at: testNow - 9 * dayMs + other * 60 + step,
      }),
    );
    applyEvent(state, { type: 'purchase', who: `u${other}`, items: run, at: testNow - 8 * dayMs + other });
  }
  applyEvent(state, { type: 'purchase', who, items: ['a', 'b'], at: testNow - 3 * dayMs });
  applyEvent(state, { type: 'view', who, items: ['c'], at: testNow - dayMs });
  applyEvent(state, { type: 'view', who, items: ['f'], at: testNow - 3 });
  applyEvent(state, { type: 'dislike', who, items: ['f'], at: testNow - 2 });
  return state;
}

test('every list of an anonymous visitor equals that of a user with the same events', () => {
  const [visits, users] = [shopOf('session'), shopOf('user')];
  const asked = { ...common, limit: 6 };
  const own = { session: 'session' };
  const same = { user: 'user' };
  const item = visits.item('a');
  assert.ok(forUser(visits, { ...asked, ...own }).length > 0);
  assert.deepEqual(forUser(visits, { ...asked, ...own }), forUser(users, { ...asked, ...same }));
  assert.deepEqual(buyAgain(visits, { ...asked, ...own }), buyAgain(users, { ...asked, ...same }));
  assert.equal(buyAgain(visits, { ...asked, ...own }).length, 2);
  assert.deepEqual(
    recentlyViewed(visits, { ...asked, ...own }),
    recentlyViewed(users, { ...asked, ...same }),
  );
  const together = boughtTogether(visits, { ...asked, items: [item], ...own });
  assert.deepEqual(together, boughtTogether(users, { ...asked, items: [item], ...same }));
  assert.notDeepEqual(together, boughtTogether(visits, { ...asked, items: [item] }));
  assert.deepEqual([...visits.findRejectedItems(own)], [visits.item('f')]);
});

test('RecommenderState.formatSubject() is the same for all names of a visitor', () => {
  const state = new RecommenderState();
  applyEvent(state, { type: 'view', who: 's1', items: ['a'], at: testNow });
  assert.equal(state.formatSubject({ session: 's1' }), 's:s1');
  assert.equal(state.formatSubject({ user: 'u1' }), 'u:u1');
  state.merge({ session: 's1' }, { user: 'u1' });
  assert.equal(state.formatSubject({ session: 's1' }), 'u:u1');
  state.merge({ user: 'u1' }, { user: 'u2' });
  for (const who of [{ session: 's1' }, { user: 'u1' }, { user: 'u2' }])
    assert.equal(state.formatSubject(who), 'u:u2');
  state.erase({ user: 'u2' });
  assert.equal(state.formatSubject({ session: 's1' }), 's:s1');
});
