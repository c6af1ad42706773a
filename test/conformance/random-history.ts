import type { Filter } from '../../src/ports/search/filters.ts';
import type { Json } from '../../src/ports/catalog/json.ts';
import type { TextQuery } from '../../src/ports/search/text.ts';
import { dimensions, event, seeded, textQuery, type Shop } from './shop.ts';

export const imageModel = 'model-1';
const names = ['lamp', 'chair', 'table', 'shelf', 'rug', 'sofa', 'mirror', 'vase'];
const kinds = ['oak', 'red', 'blue', 'small', 'garden', 'reading', 'glass', 'wool'];
const brands = ['Nordin', 'Atelier', 'Kasa', 'Vento'];
export const users = ['u0', 'u1', 'u2', 'u3', 'u4'];
const events = ['view', 'view', 'view', 'click', 'cart', 'purchase', 'return', 'dislike'];

export interface Draw {
  readonly below: (count: number) => number;
  readonly of: <T>(values: readonly T[]) => T;
}

export function draws(seed: number): Draw {
  const next = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return { below, of: (values) => values[below(values.length)]! };
}

export const vectorOf = ({ below }: Draw): Float32Array => {
  const vector = Float32Array.from({ length: dimensions }, () => below(200) - 100);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

/** A shop's history of some steps: items, pictures, events, merged and erased users, settings and rules. */
export async function history(shop: Shop, seed: number, steps: number): Promise<void> {
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
          imageModel,
        );
      }
    }
  }
}

const filters: readonly (Filter | undefined)[] = [
  undefined,
  { kind: 'equals', field: 'brand', value: 'Kasa' },
  { kind: 'range', field: 'price', min: 40, max: 200 },
  { kind: 'not', clause: { kind: 'equals', field: 'category', value: 'Home > lamp' } },
];

/** A random query, as typed: its last word may be a prefix, or have a typo. */
export function randomQuery({ below, of }: Draw): TextQuery {
  const words = Array.from({ length: below(4) }, () => of([...names, ...kinds, ...brands]));
  const text = words.join(' ');
  const asTyped = of([text, text, text.slice(0, -2), text.replace(/[aeo](?=\w)/, 'x')]);
  return queryFor(asTyped, { below, of });
}

/** A query of this text with random options. */
export function queryFor(text: string, { below, of }: Draw): TextQuery {
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
}

/** A result as JSON values, without what is random. */
export function plainResult(result: object): unknown {
  return JSON.parse(
    JSON.stringify(result, function (this: Record<string, unknown>, key, value: unknown) {
      const own = this[key];
      if (own instanceof Uint8Array) return Buffer.from(own).toString();
      if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
      return key === '_id' ? undefined : value;
    }).replaceAll(/\\"_id\\":\\"\w+\\",?/g, ''),
  );
}
