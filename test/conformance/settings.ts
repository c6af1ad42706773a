import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettingsChanges } from '../../src/ports/configuration/settings.ts';
import { seeded, Shop, type OpenEngine } from './shop.ts';

const nothing = (): void => undefined;
/** The engine of a single process, see `suites.ts`. */
const standalone = 'embedded';

/** Changes settings and waits until they are in effect; returns whether the index was rebuilt. */
async function set(shop: Shop, changes: SettingsChanges): Promise<boolean> {
  const { rebuilt } = await shop.project.settings.change(() => changes, nothing);
  return rebuilt === null ? false : rebuilt;
}

const item = (no: number, fields: Record<string, string | number | boolean> = {}) => ({
  id: `i${no}`,
  name: `Lamp ${no}`,
  description: `Brass ${no}`,
  note: `shelf ${no % 7}`,
  margin: no,
  ...fields,
});

export function testSettings(engine: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${engine}: SettingsStore ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await run(shop);
    });
  };

  the('starts at version 0 with the defaults, and counts its changes', async (shop) => {
    const { settings } = shop.project;
    assert.deepEqual(settings.current(), { version: 0, changedAt: null, changes: {} });
    assert.deepEqual(settings.effective(), settings.defaults);
    await set(shop, { search: { ranking: { phraseInName: 2 } } });
    assert.equal(settings.current().version, 1);
    assert.equal(settings.current().changedAt, shop.now);
    assert.deepEqual(settings.effective().search.ranking, {
      ...settings.defaults.search.ranking,
      phraseInName: 2,
    });
    await set(shop, {});
    assert.equal(settings.current().version, 2);
    assert.deepEqual(settings.effective(), settings.defaults);
  });

  the('applies stored settings after a restart', async (shop) => {
    await shop.put(item(1), item(2), item(3));
    assert.equal(await set(shop, { search: { customRanking: [{ field: 'margin', order: 'asc' }] } }), false);
    const before = await shop.found('lamp');
    assert.deepEqual(before, ['i1', 'i2', 'i3']);
    await set(shop, {
      search: { unsearchableFields: ['note'], customRanking: [{ field: 'margin', order: 'desc' }] },
    });
    await shop.reopen();
    assert.equal(shop.project.settings.current().version, 2);
    assert.deepEqual(await shop.found('lamp'), ['i3', 'i2', 'i1']);
    assert.deepEqual(await shop.found('shelf'), []);
  });

  the('rejects what the decision rejects, and decides on the newest accepted state', async (shop) => {
    const { settings } = shop.project;
    const seen: number[] = [];
    const changes = [1, 2, 3].map((saturation) =>
      settings.change((current) => {
        seen.push(current.version);
        if (saturation === 2) throw new RangeError('not this one');
        return { search: { ranking: { saturation } } };
      }, nothing),
    );
    const outcomes = await Promise.allSettled(changes);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(seen, [0, 1, 1]);
    assert.equal(settings.current().version, 2);
    assert.equal(settings.effective().search.ranking.saturation, 3);
  });

  the('applies a change of the order only immediately', async (shop) => {
    await shop.put(item(1, { popularity: 5 }), item(2), item(3));
    assert.deepEqual(await shop.found('lamp'), ['i1', 'i2', 'i3']);
    assert.equal(await set(shop, { search: { customRanking: [{ field: 'margin', order: 'desc' }] } }), false);
    assert.deepEqual(await shop.found('lamp'), ['i3', 'i2', 'i1']);
  });

  the('searches the complete old index until one with the new settings is ready', async (shop) => {
    await shop.put(...Array.from({ length: 300 }, (_, no) => item(no)));
    const { rebuilt } = await shop.project.settings.change(
      () => ({ search: { unsearchableFields: ['note'] } }),
      nothing,
    );
    assert.notEqual(rebuilt, null);
    const first = (await shop.search('shelf')).total;
    // Of several processes, each builds an index: that of another one may be ready already.
    assert.ok(first === 300 || (engine !== standalone && first === 0), `${first} found`);
    const over = new AbortController();
    const watching = (async () => {
      const totals = new Set<number>();
      while (!over.signal.aborted) {
        totals.add((await shop.search('shelf')).total);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return totals;
    })();
    assert.equal(await rebuilt, true);
    over.abort();
    for (const total of await watching) assert.ok(total === 300 || total === 0, `${total} found`);
    assert.equal((await shop.search('shelf')).total, 0);
    assert.equal((await shop.search('brass')).total, 300);
  });

  the('loses no change that is made during reindexing', async (shop) => {
    const next = seeded(5);
    await shop.put(...Array.from({ length: 400 }, (_, no) => item(no)));
    const { rebuilt } = await shop.project.settings.change(
      () => ({ search: { zones: [{ fields: ['note'], weight: 1, lengthPenalty: 0 }] } }),
      nothing,
    );
    assert.notEqual(rebuilt, null);
    const removed = new Set<number>();
    const over = new AbortController();
    const writing = (async () => {
      for (let round = 0; !over.signal.aborted || round < 5; round++) {
        const no = Math.floor(next() * 400);
        const many = Array.from({ length: round % 3 === 0 ? 90 : 2 }, (_, i) =>
          item((no + i) % 400, { tag: 'fresh' }),
        );
        for (const { id } of many) removed.delete(Number(id.slice(1)));
        await shop.put(...many);
        await shop.remove(`i${no}`);
        removed.add(no);
        await shop.put(item(no + 1 === 400 ? 0 : no + 1, { active: false }));
        removed.add((no + 1) % 400);
      }
    })();
    assert.equal(await rebuilt, true);
    over.abort();
    await writing;
    const expected = Array.from({ length: 400 }, (_, no) => no).filter((no) => !removed.has(no));
    const found = await shop.found('lamp', { limit: 400 });
    assert.deepEqual(found.toSorted(), expected.map((no) => `i${no}`).toSorted());
  });

  the('cancels reindexing when the settings change again', async (shop) => {
    // Enough items for the second change to be accepted before the first has built an index of them.
    await shop.put(...Array.from({ length: 1_000 }, (_, no) => item(no)));
    const [first, second] = await Promise.all(
      [['note'], ['description']].map((unsearchableFields) =>
        shop.project.settings.change(() => ({ search: { unsearchableFields } }), nothing),
      ),
    );
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(await Promise.all([first.rebuilt, second.rebuilt]), [false, true]);
    assert.equal((await shop.search('shelf')).total, 1_000);
    assert.equal((await shop.search('brass')).total, 0);
  });
}
