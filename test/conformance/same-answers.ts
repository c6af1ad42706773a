import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../src/ports/filters.ts';
import type { Json } from '../../src/ports/json.ts';
import { allLists } from './events.ts';
import { embeddedShop } from './embedded-shop.ts';
import { dimensions, event, seeded, Shop, textQuery, type OpenEngine } from './shop.ts';

const model = 'model-1';
const names = ['lamp', 'chair', 'table', 'shelf', 'rug', 'sofa', 'mirror', 'vase'];
const kinds = ['oak', 'red', 'blue', 'small', 'garden', 'reading', 'glass', 'wool'];
const brands = ['Nordin', 'Atelier', 'Kasa', 'Vento'];
const users = ['u0', 'u1', 'u2', 'u3', 'u4'];
const events = ['view', 'view', 'view', 'click', 'cart', 'purchase', 'return', 'dislike'];

interface Draw {
  readonly below: (count: number) => number;
  readonly of: <T>(values: readonly T[]) => T;
}

function draws(seed: number): Draw {
  const next = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return { below, of: (values) => values[below(values.length)]! };
}

const vectorOf = ({ below }: Draw): Float32Array => {
  const vector = Float32Array.from({ length: dimensions }, () => below(200) - 100);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

/** A shop's history of some steps: items, pictures, events, merged and erased users, settings and rules. */
async function history(shop: Shop, seed: number, steps: number): Promise<void> {
  const draw = draws(seed);
  const { below, of } = draw;
  const id = (): string => `i${below(60)}`;
  const { project } = shop;
  for (let step = 0; step < steps; step++) {
    shop.now += 1_000 * below(600);
    const kind = below(100);
    if (kind < 45) {
      const fields: Record<string, Json> = {
        id: id(),
        name: `${of(kinds)} ${of(kinds)} ${of(names)}`,
        brand: of(brands),
        category: `Home > ${of(names)}`,
        price: 5 + below(300),
        stock: below(4),
        groupId: `g${below(25)}`,
        description: `${of(kinds)} ${of(names)} for the ${of(kinds)} room, ${of(brands)}`,
        imgs: Array.from({ length: below(3) }, () => `http://p/${below(90)}`),
      };
      await shop.put(fields as Parameters<Shop['put']>[0]);
    } else if (kind < 49) {
      await shop.remove(id());
    } else if (kind < 88) {
      const who = of([
        { user: of(users) },
        { session: `s${below(6)}` },
        { user: of(users), session: `s${below(6)}` },
      ]);
      const batch = Array.from({ length: 1 + below(3) }, () =>
        event(of(events), who, [id(), id()], { at: shop.now - below(1_000), suspectedBot: below(12) === 0 }),
      );
      await project.events.append(batch);
    } else if (kind < 90) {
      await project.events.merge(of([{ session: `s${below(6)}` }, { user: of(users) }]), of(users));
    } else if (kind < 91) {
      await project.events.eraseUser(of(users));
    } else if (kind < 92) {
      const language = of(['none', 'en', 'de']);
      const { rebuilt } = await project.settings.change(
        (changes) =>
          ({
            ...changes,
            search: {
              synonyms: [{ words: [of(names), of(kinds)] }],
              languages: language === 'none' ? [] : [language],
            },
          }) as never,
        () => undefined,
      );
      await rebuilt;
    } else {
      for (const job of await project.pictures.take(4, shop.now, ['embed', 'refine'])) {
        const hash = `h${job.source}`;
        const feature = vectorOf(draw);
        const refined = { feature, augmentedMean: vectorOf(draw), calibrationSamples: feature };
        await project.pictures.finish(
          job,
          job.step === 'embed' ? { step: 'embed', feature, hash } : { step: 'refine', refined },
          model,
        );
      }
    }
  }
}

/** The results of many requests. */
async function answers(
  shop: Shop,
  seed: number,
  counts: { searches: number; photos: number },
): Promise<unknown[]> {
  const draw = draws(seed);
  const { below, of } = draw;
  const recorded: unknown[] = [];
  const filters: readonly (Filter | undefined)[] = [
    undefined,
    { kind: 'equals', field: 'brand', value: 'Kasa' },
    { kind: 'range', field: 'price', min: 40, max: 200 },
    { kind: 'not', clause: { kind: 'equals', field: 'category', value: 'Home > lamp' } },
  ];
  const asked = (text: string) => {
    const filter = of(filters);
    return textQuery(text, {
      limit: 12,
      offset: of([0, 0, 0, 5]),
      facets: [
        { field: 'brand', limit: 5 },
        { field: 'category', limit: 5, path: '' },
      ],
      explain: below(4) === 0,
      highlight: of([[], ['name', 'description']]),
      sort: of([[], [], [{ kind: 'field', field: 'price', order: 'asc' } as const]]),
      grouped: below(3) > 0,
      ...(filter === undefined ? {} : { filter }),
    });
  };
  const plain = (result: object): unknown =>
    JSON.parse(
      JSON.stringify(result, (key, value: unknown) => {
        if (value instanceof Uint8Array) return Buffer.from(value).toString();
        if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
        return key === '_id' ? undefined : value;
      }).replaceAll(/\\"_id\\":\\"\w+\\",?/g, ''),
    );
  for (let i = 0; i < counts.searches; i++) {
    const words = Array.from({ length: below(4) }, () => of([...names, ...kinds, ...brands]));
    const text = words.join(' ');
    // A prefix of the last word, or a typo.
    const asTyped = of([text, text, text.slice(0, -2), text.replace(/[aeo](?=\w)/, 'x')]);
    recorded.push(plain(await shop.project.text.search(asked(asTyped))));
  }
  for (let i = 0; i < counts.photos; i++)
    recorded.push(
      plain(await shop.project.pictures.search(vectorOf(draw), { ...asked(''), explain: false })),
    );
  recorded.push(await allLists(shop, users), shop.project.events.count(), shop.project.catalog.count());
  return recorded;
}

/**
 * One history in a standalone service, in another engine, and in the first one restarted: all three return the same
 * results, to the last bit.
 */
export function testSameAnswers(
  name: string,
  open: OpenEngine,
  counts = { searches: 500, photos: 100 },
): void {
  test(`${name} returns the same results as a standalone service, to the last bit`, async () => {
    await using alone = await embeddedShop();
    await using other = await Shop.open(open);
    for (const shop of [alone, other]) await history(shop, 11, 400);
    const expected = await answers(alone, 12, counts);
    assert.ok(expected.length > counts.searches + counts.photos);
    assertEach(await answers(other, 12, counts), expected);
    for (const shop of [alone, other]) await shop.reopen();
    assertEach(await answers(other, 12, counts), await answers(alone, 12, counts));
  });
}

/** Compares one by one: the difference of all results at once takes gigabytes to print. */
function assertEach(found: readonly unknown[], expected: readonly unknown[]): void {
  assert.equal(found.length, expected.length);
  expected.forEach((one, i) => assert.deepEqual(found[i], one));
}
