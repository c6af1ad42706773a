import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CompactEvents } from './compact-events.ts';

const event = fc.record({
  key: fc.constantFrom('u:anna', 'u:', 's:v-1', 'u:s:é'),
  type: fc.constantFrom('view', 'purchase', '__proto__'),
  at: fc.integer({ min: 0, max: 5 }),
  suspectedBot: fc.boolean(),
  items: fc.array(fc.record({ index: fc.nat(1_000_000), isBeyondAddressCap: fc.boolean() }), {
    maxLength: 4,
  }),
});

test('CompactEvents.at() returns the events by time, those of one time as the log has them', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), (log) => {
      const events = new CompactEvents();
      for (const one of log.toReversed()) events.add(one);
      events.sortOldestFirst();
      const expected = log
        .toSorted((one, other) => one.at - other.at)
        .map(({ key, type, at, suspectedBot, items }) => {
          const name = key.slice(2);
          const visitor = key.startsWith('u:') ? { user: name } : { session: name };
          return { type, ...visitor, at, suspectedBot, items: items.map((item) => ({ ...item })) };
        });
      assert.equal(events.length, log.length);
      assert.deepEqual(
        Array.from(log, (_, position) => events.at(position)),
        expected,
      );
      assert.equal(events.at(log.length), undefined);
    }),
    { seed: 20_261_127, numRuns: 100 },
  );
});
