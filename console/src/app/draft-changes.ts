import type { Collection, ConfigurationPart, Draft, RecommendationPlacement, Rule } from '@vitrine/sdk';

type Settings = NonNullable<Draft['settings']>;

/** A draft with changes of settings: members of an object are added one by one, as in a change of settings. */
export function withSettings(draft: Draft, changes: Settings): Draft {
  const settings: Record<string, unknown> = { ...draft.settings };
  for (const [group, members] of Object.entries(changes)) {
    const before = settings[group];
    const next: Record<string, unknown> = isObject(before) ? { ...before } : {};
    for (const [name, value] of Object.entries(members ?? {})) {
      const known = next[name];
      next[name] = isObject(known) && isObject(value) ? { ...known, ...value } : value;
    }
    settings[group] = next;
  }
  return { ...draft, settings: settings as Settings };
}

/** A draft with the differences of the edited rules from the saved ones. */
export function withRules(draft: Draft, saved: readonly Rule[], edited: readonly Rule[]): Draft {
  const savedById = new Map(saved.map((rule) => [rule.id, JSON.stringify(rule)]));
  const ids = new Set(edited.map(({ id }) => id));
  const put = edited.filter((rule) => savedById.get(rule.id) !== JSON.stringify(rule));
  const remove = saved.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  const usual = [
    ...saved.filter(({ id }) => ids.has(id)),
    ...edited.filter(({ id }) => !savedById.has(id)),
  ].map(({ id }) => id);
  const order = edited.map(({ id }) => id);
  const isUsual = order.join('\n') === usual.join('\n');
  const { rules } = draft;
  const changed = merged(rules, { put, remove });
  const orders = isUsual ? rules?.order : order;
  return { ...draft, rules: { ...changed, ...(orders === undefined ? {} : { order: orders }) } };
}

export function withCollection(draft: Draft, collection: Collection): Draft {
  return { ...draft, collections: merged(draft.collections, { put: [collection], remove: [] }) };
}

export function withPlacement(draft: Draft, placement: RecommendationPlacement): Draft {
  return { ...draft, placements: merged(draft.placements, { put: [placement], remove: [] }) };
}

/** The draft without its change of a part. */
export function withoutPart(draft: Draft, { kind, id }: ConfigurationPart): Draft {
  if (kind === 'ruleOrder') {
    const { order: _, ...rules } = draft.rules ?? {};
    return { ...draft, rules };
  }
  if (kind === 'settings') {
    const dot = id.indexOf('.');
    const [group, name] = [id.slice(0, dot), id.slice(dot + 1)];
    const settings = (draft.settings ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    const { [name]: _, ...others } = settings[group] ?? {};
    return { ...draft, settings: { ...settings, [group]: others } as Settings };
  }
  const { put = [], remove = [] } = draft[kind] ?? {};
  const kept = {
    put: (put as readonly { readonly id: string }[]).filter((one) => one.id !== id),
    remove: remove.filter((one) => one !== id),
  };
  return { ...draft, [kind]: { ...draft[kind], ...kept } };
}

interface Changes<T> {
  readonly put?: readonly T[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

function merged<T extends { readonly id: string }>(
  before: Changes<T> = {},
  { put, remove }: { readonly put: readonly T[]; readonly remove: readonly string[] },
): { readonly put: readonly T[]; readonly remove: readonly string[] } {
  const changed = new Set([...put.map(({ id }) => id), ...remove]);
  return {
    put: [...(before.put ?? []).filter(({ id }) => !changed.has(id)), ...put],
    remove: [...(before.remove ?? []).filter((id) => !changed.has(id)), ...remove],
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** An id for a draft with this name that no other draft has. */
export function draftIdOf(name: string, taken: readonly string[]): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['draft'];
  const slug = words.join('-').slice(0, 50);
  let id = slug;
  for (let number = 2; taken.includes(id); number++) id = `${slug}-${number}`;
  return id;
}

const settingNames: Readonly<Record<string, string>> = {
  'search.synonyms': 'Synonyms',
  'search.builtInSynonyms': 'Built-in synonyms',
  'search.facets': 'Facets',
  'search.caps': 'Position caps',
  'search.ranking': 'Ranking factors',
  'search.criteria': 'Strict criteria',
  'search.customRanking': 'Custom ranking',
  'search.typos': 'Typos',
  'search.languages': 'Languages',
  'search.stopWords': 'Stop words',
  'search.foreignQueries': 'Queries in other languages',
  'search.semantic': 'Semantic search',
  'search.name': 'Name fields',
  'search.zones': 'Field groups',
  'search.others': 'Weight of all other fields',
  'search.unsearchableFields': 'Fields that are not searched',
  'search.groupBy': 'Variants',
  'search.soldOutLast': 'Sold-out items',
  'search.understanding': 'Query understanding',
  'events.weights': 'Event weights',
  'events.otherWeight': 'Weight of other events',
  'items.privateFields': 'Private fields',
  'front.enabled': 'Search and lists on your site',
  'front.share': 'Share of visitors on your site',
  'front.page': 'Results page',
  'front.field': 'Search field of your site',
  'front.layout': 'Place of the results',
  'front.container': 'Element of the results',
  'front.resultsUrl': 'Results page of your site',
  'front.columns': 'Columns on your site',
  'front.cardFields': 'Fields of cards',
  'front.badges': 'Badges of cards',
  'front.oldPrice': 'Old prices on cards',
  'front.cartUrl': 'Cart button of cards',
  'front.facets': 'Facets on your site',
  'front.sorts': 'Sort orders on your site',
  'front.photo': 'Photo button',
  'front.language': 'Language on your site',
  'front.currency': 'Currency on your site',
  'front.texts': 'Texts on your site',
  'front.lists': 'Lists on your site',
  'front.style': 'Look on your site',
  'front.events': 'Events of your site',
  'front.consent': 'Consent on your site',
};

/** What a part is, for people. */
export function nameOfPart({ kind, id }: ConfigurationPart): string {
  switch (kind) {
    case 'settings':
      return settingNames[id] ?? `Setting ${id}`;
    case 'rules':
      return `Rule ${id}`;
    case 'ruleOrder':
      return 'Order of the rules';
    case 'collections':
      return `Collection ${id}`;
    case 'placements':
      return `Placement ${id}`;
  }
}

/** The first parts by name, and how many more there are. */
export function namesOfParts(parts: readonly ConfigurationPart[], countMax = 3): string {
  const shown = parts.slice(0, countMax).map(nameOfPart).join(', ');
  return parts.length <= countMax ? shown : `${shown} and ${parts.length - countMax} more`;
}
