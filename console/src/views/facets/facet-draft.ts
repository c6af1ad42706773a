import type { FacetSetting } from '@vitrine/sdk';
import { joinTexts, splitTexts } from '../../app/text-list.ts';
import { counted } from '../../parts/formats.ts';
import { patched, type Member } from '../../app/patched.ts';
import { orderTexts } from './facet-edits.ts';

/** A facet setting as text in a form. */
export interface FacetDraft {
  /** Unique within the form. */
  readonly key: number;
  /** The setting as loaded; null: it is new. */
  readonly original: FacetSetting | null;
  readonly field: string;
  readonly name: string;
  readonly order: string;
  /** Separated by commas, as are hidden values. */
  readonly first: string;
  readonly hiddenValues: string;
  readonly limit: string;
  readonly display: string;
  readonly filters: string;
  /** The id of a collection. */
  readonly collection: string;
}

export function facetDraftOf(setting: FacetSetting, key: number): FacetDraft {
  return {
    key,
    original: setting,
    field: setting.field,
    name: setting.name ?? '',
    order: setting.order ?? 'count',
    first: joinTexts(setting.first ?? []),
    hiddenValues: joinTexts(setting.hiddenValues ?? []),
    limit: setting.limit === undefined ? '' : String(setting.limit),
    display: setting.display ?? '',
    filters: setting.when?.filters ?? '',
    collection: setting.when?.collection ?? '',
  };
}

export function newFacetDraft(others: readonly FacetDraft[], field: string): FacetDraft {
  const key = 1 + Math.max(-1, ...others.map((other) => other.key));
  return { ...facetDraftOf({ field }, key), original: null };
}

const members: readonly Member<FacetDraft>[] = [
  { name: 'field', fields: ['field'], write: ({ field }) => field.trim() },
  { name: 'name', fields: ['name'], write: ({ name }) => name.trim() || undefined },
  { name: 'order', fields: ['order'], write: ({ order }) => (order === 'count' ? undefined : order) },
  { name: 'first', fields: ['first'], write: ({ first }) => listOf(first) },
  { name: 'hiddenValues', fields: ['hiddenValues'], write: ({ hiddenValues }) => listOf(hiddenValues) },
  {
    name: 'limit',
    fields: ['limit'],
    write: ({ limit }) => (limit.trim() === '' ? undefined : Number(limit)),
  },
  { name: 'display', fields: ['display'], write: ({ display }) => display || undefined },
  {
    name: 'when',
    fields: ['filters', 'collection'],
    write: ({ filters, collection, original }) => {
      const { filters: _filters, collection: _collection, ...others } = original?.when ?? {};
      const when = {
        ...others,
        ...(filters.trim() === '' ? {} : { filters: filters.trim() }),
        ...(collection.trim() === '' ? {} : { collection: collection.trim() }),
      };
      return Object.keys(when).length === 0 ? undefined : when;
    },
  },
];

/** The setting in the format of the API. Members that were not edited stay as loaded. */
export function facetSettingOf(draft: FacetDraft): FacetSetting {
  return patched<FacetSetting, FacetDraft>(
    draft.original,
    draft,
    (original) => facetDraftOf(original, draft.key),
    members,
  );
}

function listOf(text: string): string[] | undefined {
  const texts = splitTexts(text);
  return texts.length === 0 ? undefined : texts;
}

/** "First S, M · By size · 2 values hidden · Only with category:Shoes". */
export function facetSentence(draft: FacetDraft): string {
  const first = splitTexts(draft.first);
  const hidden = splitTexts(draft.hiddenValues).length;
  return [
    ...(first.length === 0 ? [] : [`First ${shortList(first)}`]),
    orderTexts.find(([order]) => order === draft.order)?.[1] ?? draft.order,
    ...(hidden === 0 ? [] : [`${counted(hidden, 'value')} hidden`]),
    ...(draft.limit.trim() === '' ? [] : [`At most ${draft.limit.trim()} values`]),
    ...(draft.filters.trim() === '' ? [] : [`Only with ${draft.filters.trim()}`]),
    ...(draft.collection.trim() === '' ? [] : [`Only in ${draft.collection.trim()}`]),
  ].join(' · ');
}

const namedMax = 4;

function shortList(texts: readonly string[]): string {
  const more = texts.length - namedMax;
  return more > 0 ? `${texts.slice(0, namedMax).join(', ')} and ${more} more` : texts.join(', ');
}
