import type { Collection } from '@vitrine/sdk';
import { parsedJson } from '../../app/json-text.ts';
import { joinTexts, splitTexts } from '../../app/text-list.ts';
import { patched, type Member } from '../../app/patched.ts';
import { arrangementOf, type Arrangement } from './arrangement.ts';

/** A collection as its form edits it. */
export interface CollectionDraft extends Arrangement {
  /** The collection as loaded; null: it is new. */
  readonly original: Collection | null;
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly from: string;
  readonly until: string;
  readonly filter: string;
  /** Sort keys, separated by commas. */
  readonly sort: string;
  /** JSON. */
  readonly userData: string;
}

export function newCollection(id: string, name: string): CollectionDraft {
  return { ...draftOf({ id, name }), original: null };
}

export function draftOf(collection: Collection): CollectionDraft {
  const {
    id,
    name = '',
    enabled = true,
    from = '',
    until = '',
    filter = '',
    sort = [],
    userData,
  } = collection;
  return {
    original: collection,
    id,
    name,
    enabled,
    from,
    until,
    filter,
    sort: joinTexts(sort),
    userData: userData === undefined ? '' : JSON.stringify(userData, null, 2),
    ...arrangementOf(collection),
  };
}

const members: readonly Member<CollectionDraft>[] = [
  { name: 'id', fields: ['id'], write: ({ id }) => id },
  ...(['name', 'from', 'until', 'filter'] as const).map((name): Member<CollectionDraft> => ({
    name,
    fields: [name],
    write: (draft) => draft[name].trim() || undefined,
  })),
  { name: 'enabled', fields: ['enabled'], write: ({ enabled }) => (enabled ? undefined : false) },
  ...(['items', 'exclude', 'pin'] as const).map((name): Member<CollectionDraft> => ({
    name,
    fields: [name],
    write: (draft) => (draft[name].length === 0 ? undefined : draft[name]),
  })),
  {
    name: 'sort',
    fields: ['sort'],
    write: ({ sort }) => (sort.trim() === '' ? undefined : splitTexts(sort)),
  },
  { name: 'userData', fields: ['userData'], write: ({ userData }) => parsedJson(userData) ?? undefined },
];

/** The collection in the format of the API. Members that were not edited stay as loaded. */
export function collectionOf(draft: CollectionDraft): Collection {
  return patched<Collection, CollectionDraft>(draft.original, draft, draftOf, members);
}
