import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { SearchRules } from '../../src/ports/search/rules.ts';
import { conditions, event, Shop, textQuery as query, type OpenEngine } from './shop.ts';

const nothing: SearchRules = { hidden: [], boosts: [], pins: [] };
const rules = (some: Partial<SearchRules>): SearchRules => ({ ...nothing, ...some });
const pin = (id: string, position: number) => ({ rule: `pin ${id}`, id, position });
const hide = (...ids: string[]) => ({ rule: 'hide', items: { ids } });

/** Twelve lamps by descending popularity, every third of brass; the last four are two products of two variants. */
const lamps = Array.from({ length: 12 }, (_, no) => ({
  id: `l${no}`,
  name: no % 2 === 0 ? 'Lamp' : 'Standing lamp',
  material: no % 3 === 0 ? 'brass' : 'steel',
  popularity: 100 - no,
  ...(no < 8 ? {} : { groupId: no < 10 ? 'p1' : 'p2' }),
}));
const others = [
  { id: 'chair', name: 'Chair', popularity: 1, material: 'brass' },
  { id: 'off', name: 'Lamp', popularity: 99, active: false },
];

export function testRules(engine: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${engine}: ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await shop.put(...lamps, ...others);
      await run(shop);
    });
  };

  the(
    'RuleStore starts empty at version 0, counts its changes and keeps them after a restart',
    async (shop) => {
      const { rules: store } = shop.project;
      assert.deepEqual(store.current(), { version: 0, changedAt: null, rules: [] });
      const seen: number[] = [];
      const outcomes = await Promise.allSettled(
        ['a', 'no', 'b'].map((id) =>
          store.change(({ version }) => {
            seen.push(version);
            if (id === 'no') throw new RangeError('not this one');
            return [{ id, hide: ['l1'] }];
          }),
        ),
      );
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(seen, [0, 1, 1]);
      await shop.reopen();
      const expected = { version: 2, changedAt: shop.now, rules: [{ id: 'b', hide: ['l1'] }] };
      assert.deepEqual(shop.project.rules.current(), expected);
    },
  );

  the('TextIndex.queryAnalyzer analyzes as a search does, also after reindexing', async (shop) => {
    const english = shop.project.text.queryAnalyzer;
    assert.deepEqual(english.analyze('The Lamps').words, english.analyze('lamp').words);
    assert.deepEqual(english.analyze(' - '), {
      text: ' - ',
      language: undefined,
      words: [],
      spans: [],
      isCode: false,
    });
    assert.equal(english.analyze('GR-012').isCode, true);
    const { rebuilt } = await shop.project.settings.change(
      () => ({ search: { languages: ['de', 'en'] } }),
      () => undefined,
    );
    assert.equal(await rebuilt, true);
    const { queryAnalyzer } = shop.project.text;
    assert.notEqual(queryAnalyzer, english);
    assert.deepEqual(queryAnalyzer.analyze('Häuser').words, queryAnalyzer.analyze('haus').words);
    // "die" is a stop word of German alone.
    const cast = queryAnalyzer.analyze('cast').words;
    assert.deepEqual(queryAnalyzer.analyze('die cast').words, cast);
    assert.deepEqual(queryAnalyzer.analyze('die cast', 'de').words, cast);
    assert.equal(queryAnalyzer.analyze('die cast', 'en').words.length, 2);
  });

  the('TextIndex.search() puts pinned items at their positions on every page, counted once', async (shop) => {
    const pins = [pin('chair', 2), pin('l5', 1), pin('off', 3), pin('unknown', 4), pin('l4', 2)];
    const asked = { rules: rules({ pins }), facets: [{ field: 'material', limit: 9 }] };
    const whole = await shop.search('lamp', asked);
    const plain = await shop.search('lamp', { facets: asked.facets });
    assert.deepEqual(
      whole.hits.slice(0, 4).map(({ item, rules: by }) => [item.id, by?.pinned ?? null]),
      [
        ['l5', 'pin l5'],
        ['chair', 'pin chair'],
        ['l4', 'pin l4'],
        [plain.hits[0]!.item.id, null],
      ],
    );
    assert.equal(whole.total, plain.total + 1, 'the chair is not a lamp');
    const brass = (values: readonly { value: string; count: number }[]) =>
      values.find(({ value }) => value === 'brass')?.count ?? 0;
    assert.equal(brass(whole.facets['material']!.values), brass(plain.facets['material']!.values) + 1);
    for (const limit of [1, 2, 3, 5]) {
      const pages: string[] = [];
      for (let offset = 0; offset < whole.total; offset += limit)
        pages.push(...(await shop.found('lamp', { ...asked, offset, limit })));
      assert.deepEqual(
        pages,
        whole.hits.map(({ item }) => item.id),
      );
    }
  });

  the('TextIndex.search() pins no filtered item, and pins beyond the end last', async (shop) => {
    const filter = { kind: 'equals', field: 'material', value: 'brass' } as const;
    const found = await shop.found('lamp', {
      filter,
      rules: rules({ pins: [pin('l1', 1), pin('l0', 900)] }),
    });
    assert.ok(!found.includes('l1'));
    assert.equal(found.at(-1), 'l0');
  });

  the('TextIndex.search() pins a product by its id or that of a variant', async (shop) => {
    const grouped = await shop.search('lamp', {
      rules: rules({ pins: [pin('l9', 1), pin('p2', 2)] }),
      variants: 5,
    });
    const firsts = grouped.hits.slice(0, 2);
    assert.deepEqual(
      firsts.map(({ item }) => item.id),
      ['l9', 'l10'],
    );
    assert.deepEqual(
      firsts.map(({ variants }) => [variants?.count, variants?.others.map(({ id }) => id)]),
      [
        [2, ['l8']],
        [2, ['l11']],
      ],
    );
    assert.equal(grouped.total, 10);
    const each = await shop.search('lamp', { grouped: false, rules: rules({ pins: [pin('p2', 1)] }) });
    assert.equal(each.hits[0]?.item.id, 'l10');
    assert.equal(each.total, 12);
  });

  the(
    'TextIndex.search() neither finds nor counts hidden items, by item, product or filter',
    async (shop) => {
      const facets = [{ field: 'material', limit: 9, disjunctive: true }];
      const filter = { kind: 'equals', field: 'material', value: 'steel' } as const;
      const brass = { kind: 'equals', field: 'material', value: 'brass' } as const;
      const hidden = [hide('l1', 'p1'), { rule: 'brass', items: { ids: [], filter: brass } }];
      const found = await shop.search('lamp', {
        filter,
        facets,
        rules: rules({ hidden, pins: [pin('l1', 1)] }),
      });
      const ids = found.hits.map(({ item }) => item.id);
      for (const gone of ['l1', 'l8', 'l9', 'l0']) assert.ok(!ids.includes(gone), gone);
      assert.deepEqual(
        found.facets['material']!.values,
        [{ value: 'steel', count: found.total }],
        'a disjunctive facet brings nothing back that is hidden',
      );
      const why = await shop.project.text.explain(query('lamp', { rules: rules({ hidden }) }), [], 'l9');
      assert.deepEqual([why?.hiddenBy, why?.position], [['hide', 'brass'], null]);
      const all = await shop.project.text.suggest('lam', 20);
      const fewer = await shop.project.text.suggest('lam', 20, {
        hidden: [{ ids: lamps.map(({ id }) => id) }],
      });
      assert.ok(all.length > 0);
      assert.deepEqual(fewer, []);
    },
  );

  the('TextIndex.search() promotes and demotes among items with equally many of the words', async (shop) => {
    const brass = { kind: 'equals', field: 'material', value: 'brass' } as const;
    const boost = { rule: 'up', filter: brass, by: 1 } as const;
    const up = await shop.search('lamp', {
      explain: true,
      grouped: false,
      rules: rules({ boosts: [boost] }),
    });
    const ids = up.hits.map(({ item }) => item.id);
    const isBrass = ids.map((id) => Number(id.slice(1)) % 3 === 0);
    assert.deepEqual(
      isBrass,
      isBrass.toSorted((a, b) => Number(b) - Number(a)),
    );
    assert.deepEqual(up.hits[0]?.rules, { pinned: null, boosts: [{ rule: 'up', by: 1 }] });
    assert.equal(up.hits.at(-1)?.rules, null);
    const down = await shop.found('', { grouped: false, rules: rules({ boosts: [{ ...boost, by: -1 }] }) });
    assert.ok(down.slice(0, 8).every((id) => Number(id.slice(1)) % 3 !== 0));
    const words = await shop.found('standing lamp', { grouped: false, rules: rules({ boosts: [boost] }) });
    assert.ok(
      words.slice(0, 6).every((id) => Number(id.slice(1)) % 2 === 1),
      'words found come first',
    );
    assert.equal(words[0], 'l3');
  });

  the('Recommenders leave out hidden items', async (shop) => {
    await shop.project.events.append(
      lamps.map(({ id }, no) => event('view', { user: `u${no % 3}` }, [id], { at: shop.now - no })),
    );
    const hidden = [{ ids: ['l1', 'p1'] }];
    const popular = await shop.project.recommenders.popular({ conditions: conditions({ hidden }) });
    const ids = popular.map(({ item }) => item.id);
    assert.ok(ids.length > 0);
    for (const gone of ['l1', 'l8', 'l9']) assert.ok(!ids.includes(gone), gone);
  });

  the('TextIndex.search() lists the other items in the same order with any pins', async (shop) => {
    const ids = fc.constantFrom(...lamps.map(({ id }) => id), 'chair', 'off', 'p1', 'p2', 'none');
    const pins = fc.array(fc.record({ id: ids, position: fc.integer({ min: 1, max: 15 }) }), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        pins,
        fc.boolean(),
        fc.constantFrom('lamp', 'standing', ''),
        async (some, grouped, text) => {
          const own = rules({ pins: some.map((one) => ({ rule: 'r', ...one })) });
          const plain = await shop.search(text, { grouped });
          const ruled = await shop.search(text, { grouped, rules: own });
          const nameOf = (id: string): string =>
            grouped ? (lamps.find((lamp) => lamp.id === id)?.groupId ?? id) : id;
          const pinned = new Set(
            ruled.hits.filter(({ rules: by }) => by?.pinned === 'r').map(({ item }) => nameOf(item.id)),
          );
          const rest = (hits: typeof plain.hits) =>
            hits.map(({ item }) => nameOf(item.id)).filter((name) => !pinned.has(name));
          assert.deepEqual(rest(ruled.hits), rest(plain.hits));
          assert.equal(ruled.hits.length, ruled.total);
          assert.equal(new Set(ruled.hits.map(({ item }) => nameOf(item.id))).size, ruled.total);
          for (const [index, { item }] of ruled.hits.entries()) {
            const why = await shop.project.text.explain(query(text, { grouped, rules: own }), [], item.id);
            assert.equal(why?.position, index + 1);
          }
        },
      ),
      { seed: 20261121, numRuns: 60 },
    );
  });
}
