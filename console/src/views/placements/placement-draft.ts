import type { ListName, ListSourceName, RecommendationPlacement } from '@vitrine/sdk';
import { capDraftsOf, capsOf, numberOf, type CapDraft } from '../../app/cap-drafts.ts';
import { parsedJson } from '../../app/json-text.ts';
import { usualFallbacks } from '../../app/list-texts.ts';
import { patched, type Member } from '../../app/patched.ts';

/** A placement as its form edits it. Numbers are texts, as typed. */
export interface PlacementDraft {
  /** The placement as loaded; null: it is new. */
  readonly original: RecommendationPlacement | null;
  readonly title: string;
  readonly enabled: boolean;
  readonly group: string;
  readonly list: ListName;
  /** Null: the usual ones of the list. */
  readonly fallbacks: readonly ListSourceName[] | null;
  readonly limit: string;
  readonly filters: string;
  readonly category: string;
  readonly exclude: readonly string[];
  readonly bought: 'default' | 'yes' | 'no';
  readonly showsSoldOut: boolean;
  readonly listsVariants: boolean;
  readonly caps: readonly CapDraft[];
  readonly diversity: string;
  readonly rotation: string;
  readonly minRelevance: string;
  readonly windowHours: string;
  /** JSON. */
  readonly userData: string;
}

export const newPlacement: PlacementDraft = {
  original: null,
  title: '',
  enabled: true,
  group: '',
  list: 'user',
  fallbacks: null,
  limit: '',
  filters: '',
  category: '',
  exclude: [],
  bought: 'default',
  showsSoldOut: false,
  listsVariants: false,
  caps: [],
  diversity: '',
  rotation: '',
  minRelevance: '',
  windowHours: '',
  userData: '',
};

export function draftOf(placement: RecommendationPlacement): PlacementDraft {
  const { bought, userData } = placement;
  return {
    original: placement,
    title: placement.title ?? '',
    enabled: placement.enabled ?? true,
    group: placement.group ?? '',
    list: placement.list,
    fallbacks: placement.fallbacks ?? null,
    limit: textOf(placement.limit),
    filters: placement.filters ?? '',
    category: placement.category ?? '',
    exclude: placement.exclude ?? [],
    bought: bought === undefined ? 'default' : bought ? 'yes' : 'no',
    showsSoldOut: placement.outOfStock === 'show',
    listsVariants: placement.variants === 'all',
    caps: capDraftsOf(placement.caps ?? []),
    diversity: textOf(placement.diversity),
    rotation: textOf(placement.rotation),
    minRelevance: textOf(placement.minRelevance),
    windowHours: textOf(placement.windowHours),
    userData: userData === undefined ? '' : JSON.stringify(userData, null, 2),
  };
}

const numbers = ['limit', 'diversity', 'rotation', 'minRelevance', 'windowHours'] as const;
const texts = ['title', 'group', 'filters', 'category'] as const;
const members: readonly Member<PlacementDraft>[] = [
  ...texts.map((name): Member<PlacementDraft> => ({
    name,
    fields: [name],
    write: (draft) => draft[name].trim() || undefined,
  })),
  ...numbers.map((name): Member<PlacementDraft> => ({
    name,
    fields: [name],
    write: (draft) => numberOf(draft[name]),
  })),
  { name: 'enabled', fields: ['enabled'], write: ({ enabled }) => (enabled ? undefined : false) },
  { name: 'list', fields: ['list'], write: ({ list }) => list },
  {
    name: 'fallbacks',
    fields: ['fallbacks', 'list'],
    write: ({ fallbacks, list }) => fallbacks?.filter((name) => name !== list),
  },
  {
    name: 'exclude',
    fields: ['exclude'],
    write: ({ exclude }) => (exclude.length === 0 ? undefined : exclude),
  },
  {
    name: 'bought',
    fields: ['bought'],
    write: ({ bought }) => (bought === 'default' ? undefined : bought === 'yes'),
  },
  {
    name: 'outOfStock',
    fields: ['showsSoldOut'],
    write: ({ showsSoldOut }) => (showsSoldOut ? 'show' : undefined),
  },
  {
    name: 'variants',
    fields: ['listsVariants'],
    write: ({ listsVariants }) => (listsVariants ? 'all' : undefined),
  },
  { name: 'caps', fields: ['caps'], write: writtenCaps },
  { name: 'userData', fields: ['userData'], write: userDataOf },
];

/** The placement in the format of the API. Members that were not edited stay as loaded. */
export function placementOf(id: string, draft: PlacementDraft): RecommendationPlacement {
  return { ...patched<RecommendationPlacement, PlacementDraft>(draft.original, draft, draftOf, members), id };
}

/** The sources that fill the list, in order. */
export function fallbacksOf({
  list,
  fallbacks,
}: Pick<PlacementDraft, 'list' | 'fallbacks'>): readonly ListSourceName[] {
  return (fallbacks ?? usualFallbacks[list]).filter((name) => name !== list);
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** A text that is no number is sent as it is: the service names the error. */
function writtenCaps({ caps }: PlacementDraft): unknown {
  const written = capsOf(caps);
  return written.length === 0 ? undefined : written;
}

/** The original while the text is no JSON: the form reports it before it saves. */
function userDataOf({ userData, original }: PlacementDraft): unknown {
  if (userData.trim() === '') return undefined;
  const value = parsedJson(userData);
  return value === undefined ? original?.userData : (value ?? undefined);
}
