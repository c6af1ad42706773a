import {
  VitrineError,
  type Draft,
  type DraftReply,
  type Item,
  type PreviewPlacementRequest,
  type SearchReply,
} from '@vitrine/sdk';
import { service } from '../../app/service.ts';

/** What a draft is previewed by: a search, or a page or list that it changes. */
export interface PreviewSubject {
  readonly kind: 'search' | 'collections' | 'placements';
  /** Of the collection or placement; empty for a search. */
  readonly id: string;
  readonly text: string;
}

/** The results of one side. Lists of a placement have no total and no facets. */
export type PreviewedReply = Pick<SearchReply, 'rules' | 'redirect' | 'rewrittenQuery' | 'userData'> & {
  readonly items: readonly Item[];
  readonly total?: number;
  readonly facets?: SearchReply['facets'];
  readonly facetOrder?: SearchReply['facetOrder'];
  /** For which page the list is, or why it is empty. */
  readonly about?: string;
};

/** A side without the collection or placement is null. */
export interface PreviewedSides {
  readonly live: PreviewedReply | null;
  readonly drafted: PreviewedReply | null;
}

const itemsShown = 8;
const switchedOff: PreviewedReply = { items: [], rules: [], about: 'Switched off: pages show nothing.' };
const search: PreviewSubject = { kind: 'search', id: '', text: 'A search' };

/** What a draft can be previewed by: first what it changes, if it changes collections and placements only. */
export function listPreviewSubjects({
  draft,
  changes,
}: Pick<DraftReply, 'draft' | 'changes'>): PreviewSubject[] {
  const lists = changes.flatMap(({ kind, id }): PreviewSubject[] => {
    if (kind === 'collections') return [{ kind, id, text: `Collection ${nameCollection(draft, id)}` }];
    if (kind === 'placements') return [{ kind, id, text: `Placement ${namePlacement(draft, id)}` }];
    return [];
  });
  return lists.length === changes.length && lists.length > 0 ? [...lists, search] : [search, ...lists];
}

/** Reads what shoppers see, and what they would see with the draft. */
export async function readBothSides(
  project: string,
  { kind, id }: PreviewSubject,
  { draft, q, signal }: { readonly draft: Draft; readonly q: string; readonly signal: AbortSignal },
): Promise<PreviewedSides> {
  if (kind === 'placements') return readPlacement(project, id, draft, signal);
  const request = { q, limit: itemsShown, facets: ['*'], ...(kind === 'collections' && { collection: id }) };
  const [live, drafted] = await Promise.all([
    orNull(service.search(project, request, { signal })),
    orNull(service.search(project, { ...request, draft: draft.id }, { signal })),
  ]);
  return { live, drafted };
}

/** Lists of a placement for a new visitor; of one for a product or a cart, those of the product with the most visitors. */
async function readPlacement(
  project: string,
  id: string,
  draft: Draft,
  signal: AbortSignal,
): Promise<PreviewedSides> {
  const stored = await orNull(service.placements.get(project, id, { signal }));
  const put = draft.placements?.put?.find((one) => one.id === id);
  const sides = [stored?.placement, put];
  const isForProduct = sides.some((side) => side?.list === 'similar' || side?.list === 'together');
  const [best] = isForProduct
    ? (await service.recommend.popular(project, { limit: 1 }, { signal })).items
    : [];
  const page = best === undefined ? {} : { item: best.id, items: [best.id] };
  const read = async (request: PreviewPlacementRequest): Promise<PreviewedReply> => {
    const { items, rules, userData } = await service.placements.preview(project, id, request, { signal });
    return {
      items: items.slice(0, itemsShown),
      rules,
      ...(userData !== undefined && { userData }),
      ...(best !== undefined && { about: `On the page of ${best.name}.` }),
    };
  };
  const [live, drafted] = await Promise.all([orNull(read(page)), orNull(read({ ...page, draft: draft.id }))]);
  // Previews have the list of a placement that is switched off, too.
  return {
    live: stored?.placement.enabled === false ? switchedOff : live,
    drafted: put?.enabled === false ? switchedOff : drafted,
  };
}

async function orNull<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reply;
  } catch (error) {
    const isMissing =
      error instanceof VitrineError && ['collection_not_found', 'placement_not_found'].includes(error.code);
    if (isMissing) return null;
    throw error;
  }
}

function nameCollection({ collections }: Draft, id: string): string {
  return collections?.put?.find((one) => one.id === id)?.name ?? id;
}

function namePlacement({ placements }: Draft, id: string): string {
  return placements?.put?.find((one) => one.id === id)?.title ?? id;
}
