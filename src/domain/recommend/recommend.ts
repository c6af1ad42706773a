import type { Catalog, StoredItem } from '../../ports/catalog.ts';
import type { Filter } from '../../ports/filters.ts';
import type { ListConditions, Recommended, Recommenders } from '../../ports/recommenders.ts';
import { findItem } from '../catalog/items.ts';
import { stringFields } from '../../lib/json-text.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { reasonOf, type ListKind, type Reason } from './reasons.ts';

/** What all four operations take. */
export interface ListWishes {
  readonly limit: number;
  readonly filter: Filter | null;
  /** Ids, the shop's or ours. */
  readonly exclude: readonly string[];
  readonly explain: boolean;
}

/** What filled a list up where its own source had too little. */
export type Fallback = 'similar' | 'trending' | 'popular' | 'content' | null;

export interface RecommendationList {
  readonly entries: { readonly entry: Recommended; readonly reason: Reason }[];
  readonly fallback: Fallback;
}

type Source = (conditions: ListConditions) => Promise<Recommended[]>;
type Filler = readonly [name: Exclude<Fallback, null>, source: Source];

interface Ports {
  readonly catalog: Catalog;
  readonly recommenders: Recommenders;
}

/** Recommendations for a user, a visitor (by `session`), or, where nothing is known, a newcomer. */
export async function forUser(
  ports: Ports,
  wishes: ListWishes,
  who: { user: string; session: readonly string[] },
): Promise<RecommendationList> {
  const { recommenders } = ports;
  const session = await shopIds(ports.catalog, who.session);
  return filled(
    ports,
    'user',
    wishes,
    (conditions) => recommenders.forUser({ user: who.user, session, conditions }),
    [
      ['trending', (conditions) => recommenders.trending({ user: who.user, category: null, conditions })],
      ['popular', (conditions) => recommenders.popular({ conditions })],
      ['content', (conditions) => recommenders.newest({ conditions })],
    ],
  );
}

/** Items bought together with one item or a whole cart. @throws VitrineError item_not_found */
export async function boughtTogether(
  ports: Ports,
  wishes: ListWishes,
  cart: { items: readonly string[]; user: string | null },
): Promise<RecommendationList> {
  const { catalog, recommenders } = ports;
  const found = await Promise.all(cart.items.map((item) => findItem(catalog, item)));
  const items = [...new Set(found.map((item) => item.id))];
  const without = { ...wishes, exclude: [...wishes.exclude, ...items] };
  const first = items[0] ?? '';
  return filled(
    ports,
    'together',
    without,
    (conditions) => recommenders.boughtTogether({ items, user: cart.user, conditions }),
    [
      ['similar', (conditions) => recommenders.similar({ item: first, conditions })],
      ['popular', (conditions) => recommenders.popular({ conditions })],
      ['content', (conditions) => recommenders.newest({ conditions })],
    ],
  );
}

/** What gets more attention now than it usually does. */
export function trending(
  ports: Ports,
  wishes: ListWishes,
  about: { user: string | null; category: string | null },
): Promise<RecommendationList> {
  const { recommenders } = ports;
  // What fills the list up must be of the category too.
  const inside =
    about.category === null ? wishes : { ...wishes, filter: within(about.category, wishes.filter) };
  return filled(ports, 'trending', inside, (conditions) => recommenders.trending({ ...about, conditions }), [
    ['popular', (conditions) => recommenders.popular({ conditions })],
    ['content', (conditions) => recommenders.newest({ conditions })],
  ]);
}

/** Items like one item. @throws VitrineError item_not_found */
export async function similar(ports: Ports, wishes: ListWishes, item: string): Promise<RecommendationList> {
  const { catalog, recommenders } = ports;
  const found = await findItem(catalog, item);
  const without = { ...wishes, exclude: [...wishes.exclude, found.id] };
  return filled(
    ports,
    'similar',
    without,
    (conditions) => recommenders.similar({ item: found.id, conditions }),
    [
      ['popular', (conditions) => recommenders.popular({ conditions })],
      ['content', (conditions) => recommenders.newest({ conditions })],
    ],
  );
}

/** The condition, and that the item is of the category or of one below it. */
function within(category: string, filter: Filter | null): Filter {
  const clauses = ['category', 'categories'].map((field): Filter => ({
    kind: 'equals',
    field,
    value: category,
  }));
  const ofCategory: Filter = { kind: 'or', clauses };
  return filter === null ? ofCategory : { kind: 'and', clauses: [ofCategory, filter] };
}

/** The list of the first source, filled up in order from the others; nothing twice. */
async function filled(
  ports: Ports,
  kind: ListKind,
  wishes: ListWishes,
  first: Source,
  fillers: readonly Filler[],
): Promise<RecommendationList> {
  const exclude = new Set([...wishes.exclude, ...(await shopIds(ports.catalog, wishes.exclude))]);
  const conditions = (): ListConditions => ({
    limit: wishes.limit - entries.length,
    exclude: new Set([...exclude, ...entries.map((entry) => entry.item.id)]),
    explain: wishes.explain,
    ...(wishes.filter === null ? {} : { filter: wishes.filter }),
  });
  const entries: Recommended[] = [];
  let fallback: Fallback = null;
  entries.push(...(await first(conditions())));
  for (const [name, source] of fillers) {
    if (entries.length >= wishes.limit) break;
    const more = await source(conditions());
    if (more.length > 0) fallback ??= name;
    entries.push(...below(entries.at(-1)?.score, more));
  }
  const names = await namesOf(ports.catalog, entries);
  const nameOf = (id: string): string | null => names.get(id) ?? null;
  return { entries: entries.map((entry) => ({ entry, reason: reasonOf(entry, kind, nameOf) })), fallback };
}

/** Each source scores on a scale of its own: what follows is brought down to the last score, so that a list only falls. */
function below(last: number | undefined, more: readonly Recommended[]): readonly Recommended[] {
  const first = more[0]?.score ?? 0;
  if (last === undefined || first <= last) return more;
  return more.map((entry) => ({ ...entry, score: (entry.score * last) / first }));
}

/** Ids as the shop has them; one that is ours is looked up, one that nobody has is left as it is. */
async function shopIds(catalog: Catalog, ids: readonly string[]): Promise<string[]> {
  return Promise.all(
    ids.map(async (id) => {
      if ((await catalog.get({ id })) !== null) return id;
      return (await catalog.get({ _id: id }))?.id ?? id;
    }),
  );
}

async function namesOf(catalog: Catalog, entries: readonly Recommended[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(entries.flatMap((entry) => entry.because))) {
    const item = await catalog.get({ id });
    const name = item === null ? null : nameIn(item);
    if (name !== null) names.set(id, name);
  }
  return names;
}

function nameIn(item: StoredItem): string | null {
  return stringFields(decodeUtf8(item.json), ['name'])['name'] ?? null;
}
