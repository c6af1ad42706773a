import type { Pin, Rule, RuleBoost } from '@vitrine/sdk';
import {
  conditionDraftOf,
  conditionOf,
  conditionsOf,
  newCondition,
  type ConditionDraft,
} from './condition-draft.ts';
import { parsedJson } from '../../app/json-text.ts';
import { patched, type Member } from '../../app/patched.ts';
import { joinTexts, splitTexts } from '../../app/text-list.ts';

/** An item, or a slot with the best item that matches a filter. */
export interface PinDraft {
  readonly original: Pin | null;
  readonly kind: 'item' | 'slot';
  readonly id: string;
  readonly filter: string;
  readonly position: string;
}

export interface BoostDraft {
  readonly original: RuleBoost | null;
  readonly filter: string;
  /** Steps. */
  readonly by: string;
}

/** A rule as text in a form. */
export interface RuleDraft {
  /** Unique within a form; the name can change. */
  readonly key: number;
  /** The rule as loaded; null: it is new. */
  readonly original: Rule | null;
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly conditions: readonly ConditionDraft[];
  readonly from: string;
  readonly until: string;
  readonly pins: readonly PinDraft[];
  readonly hideBy: 'items' | 'filter';
  readonly hiddenIds: readonly string[];
  readonly hiddenFilter: string;
  /** Only matching items are listed. */
  readonly filter: string;
  readonly boosts: readonly BoostDraft[];
  readonly buries: readonly BoostDraft[];
  readonly replacements: readonly { readonly from: string; readonly to: string }[];
  /** Separated by commas. */
  readonly removedWords: string;
  /** Fields separated by commas. */
  readonly facets: string;
  readonly redirect: string;
  /** JSON. */
  readonly userData: string;
}

export function draftOf(rule: Rule, key: number): RuleDraft {
  const { hide = [], words = {} } = rule;
  return {
    key,
    original: rule,
    id: rule.id,
    name: rule.name ?? '',
    enabled: rule.enabled !== false,
    conditions: conditionsOf(rule).map(conditionDraftOf),
    from: rule.from ?? '',
    until: rule.until ?? '',
    pins: (rule.pin ?? []).map(pinDraftOf),
    hideBy: typeof hide === 'string' ? 'filter' : 'items',
    hiddenIds: typeof hide === 'string' ? [] : hide,
    hiddenFilter: typeof hide === 'string' ? hide : '',
    filter: rule.filter ?? '',
    boosts: boostDraftsOf(rule.boost),
    buries: boostDraftsOf(rule.bury),
    replacements: (words.replace ?? []).map(({ from, to }) => ({ from, to })),
    removedWords: joinTexts(words.remove ?? []),
    facets: joinTexts(rule.facets ?? []),
    redirect: rule.redirect?.url ?? '',
    userData: rule.userData === undefined ? '' : JSON.stringify(rule.userData, null, 2),
  };
}

export function newDraft(others: readonly RuleDraft[], condition: Partial<ConditionDraft> = {}): RuleDraft {
  const ids = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (ids.has(`Rule ${number}`)) number++;
  const key = 1 + Math.max(-1, ...others.map((other) => other.key));
  return {
    ...draftOf({ id: `Rule ${number}` }, key),
    original: null,
    conditions: [{ ...newCondition, ...condition }],
  };
}

/** The draft with an item pinned to the first position, from which another pin moves to the next free one. */
export function withItemFirst(draft: RuleDraft, item: string): RuleDraft {
  const others = draft.pins.filter(({ kind, id }) => kind !== 'item' || id !== item);
  const taken = new Set(['1', ...others.map(({ position }) => position.trim())]);
  let free = 2;
  while (taken.has(String(free))) free++;
  const own = draft.pins.find(({ kind, id }) => kind === 'item' && id === item);
  const first: PinDraft = {
    ...(own ?? { original: null, kind: 'item', id: item, filter: '' }),
    position: '1',
  };
  return {
    ...draft,
    pins: [
      first,
      ...others.map((pin) => (pin.position.trim() === '1' ? { ...pin, position: String(free) } : pin)),
    ],
    hiddenIds: draft.hiddenIds.filter((id) => id !== item),
  };
}

const members: readonly Member<RuleDraft>[] = [
  { name: 'id', fields: ['id'], write: ({ id }) => id.trim() },
  { name: 'name', fields: ['name'], write: ({ name }) => name.trim() || undefined },
  { name: 'enabled', fields: ['enabled'], write: ({ enabled }) => (enabled ? undefined : false) },
  { name: 'when', fields: ['conditions'], write: ({ conditions }) => whenOf(conditions) },
  { name: 'from', fields: ['from'], write: ({ from }) => from.trim() || undefined },
  { name: 'until', fields: ['until'], write: ({ until }) => until.trim() || undefined },
  { name: 'pin', fields: ['pins'], write: ({ pins }) => listOf(pins.map(pinOf)) },
  {
    name: 'hide',
    fields: ['hideBy', 'hiddenIds', 'hiddenFilter'],
    write: ({ hideBy, hiddenIds, hiddenFilter }) =>
      hideBy === 'filter' ? hiddenFilter.trim() || undefined : listOf(hiddenIds),
  },
  { name: 'filter', fields: ['filter'], write: ({ filter }) => filter.trim() || undefined },
  { name: 'boost', fields: ['boosts'], write: ({ boosts }) => listOf(boosts.map(boostOf)) },
  { name: 'bury', fields: ['buries'], write: ({ buries }) => listOf(buries.map(boostOf)) },
  { name: 'words', fields: ['replacements', 'removedWords'], write: wordsOf },
  { name: 'facets', fields: ['facets'], write: ({ facets }) => listOf(splitTexts(facets)) },
  {
    name: 'redirect',
    fields: ['redirect'],
    write: ({ redirect, original }) =>
      redirect.trim() === '' ? undefined : { ...original?.redirect, url: redirect.trim() },
  },
  { name: 'userData', fields: ['userData'], write: userDataOf },
];

const written = new WeakMap<RuleDraft, Rule>();

/** The rule in the format of the API. Members that were not edited stay as loaded. */
export function ruleOf(draft: RuleDraft): Rule {
  const known = written.get(draft);
  if (known !== undefined) return known;
  const rule = patched<Rule, RuleDraft>(
    draft.original,
    draft,
    (original) => draftOf(original, draft.key),
    members,
  );
  written.set(draft, rule);
  return rule;
}

function listOf<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function whenOf(conditions: readonly ConditionDraft[]): Rule['when'] {
  const [first = {}, ...others] = conditions.map(conditionOf);
  if (others.length > 0) return [first, ...others];
  return Object.keys(first).length === 0 ? undefined : first;
}

function pinDraftOf(pin: Pin): PinDraft {
  const { id = '', filter, position } = pin;
  return {
    original: pin,
    kind: filter === undefined ? 'item' : 'slot',
    id,
    filter: filter ?? '',
    position: String(position),
  };
}

const pinMembers: readonly Member<PinDraft>[] = [
  { name: 'id', fields: ['kind', 'id'], write: ({ kind, id }) => (kind === 'item' ? id : undefined) },
  {
    name: 'filter',
    fields: ['kind', 'filter'],
    write: ({ kind, filter }) => (kind === 'slot' ? filter.trim() : undefined),
  },
  { name: 'position', fields: ['position'], write: ({ position }) => Number(position) },
];

function pinOf(draft: PinDraft): Pin {
  return patched<Pin, PinDraft>(draft.original, draft, pinDraftOf, pinMembers);
}

function boostDraftsOf(boosts: Rule['boost'] = []): BoostDraft[] {
  const list = typeof boosts === 'string' ? [{ filter: boosts }] : boosts;
  return list.map(boostDraftOf);
}

function boostDraftOf(boost: RuleBoost): BoostDraft {
  return { original: boost, filter: boost.filter, by: String(boost.by ?? 1) };
}

const boostMembers: readonly Member<BoostDraft>[] = [
  { name: 'filter', fields: ['filter'], write: ({ filter }) => filter.trim() },
  { name: 'by', fields: ['by'], write: ({ by }) => (by.trim() === '1' ? undefined : Number(by)) },
];

function boostOf(draft: BoostDraft): RuleBoost {
  return patched<RuleBoost, BoostDraft>(draft.original, draft, boostDraftOf, boostMembers);
}

function wordsOf({ replacements, removedWords, original }: RuleDraft): Rule['words'] {
  const { replace: _, remove: __, ...others } = original?.words ?? {};
  const removed = splitTexts(removedWords);
  const words = {
    ...others,
    ...(replacements.length === 0 ? {} : { replace: replacements }),
    ...(removed.length === 0 ? {} : { remove: removed }),
  };
  return Object.keys(words).length === 0 ? undefined : words;
}

/** The original while the text is no JSON: the form reports it before it saves. */
function userDataOf({ userData, original }: RuleDraft): unknown {
  if (userData.trim() === '') return undefined;
  const value = parsedJson(userData);
  return value === undefined ? original?.userData : (value ?? undefined);
}
