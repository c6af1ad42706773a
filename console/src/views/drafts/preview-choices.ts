import {
  VitrineError,
  type ConfigurationPart,
  type Draft,
  type DraftReply,
  type Item,
  type PreviewPlacementRequest,
  type SearchReply,
} from '@vitrine/sdk';
import { service } from '../../app/service.ts';

/** What the preview of a draft can show. */
export interface PreviewChoice {
  readonly kind: 'search' | 'collections' | 'placements';
  /** Of the collection or placement; empty for a search. */
  readonly id: string;
  readonly text: string;
}

/** The results of a search or a page, or the list of a placement, which has no total and no facets. */
export type PreviewedReply = Pick<SearchReply, 'rules' | 'redirect' | 'rewrittenQuery' | 'userData'> & {
  readonly items: readonly Item[];
  readonly total?: number;
  readonly facets?: SearchReply['facets'];
  readonly facetOrder?: SearchReply['facetOrder'];
  /** For which page the list is, where that matters. */
  readonly about?: string;
};

/** Next to each other: a reply, or why there is none. */
export interface PreviewedReplies {
  readonly live: PreviewedReply | string;
  readonly drafted: PreviewedReply | string;
}

const itemsShown = 8;
const switchedOff = 'Switched off: pages show nothing.';
const notLive = 'Not in the live shop.';
const notInDraft = 'Not in the shop with this draft.';

/**
 * What a draft changes, in the order of its changes: collections, placements, those that a changed rule names, and searches. Searches are
 * always among them.
 */
export function listPreviewChoices({
  draft,
  changes,
}: Pick<DraftReply, 'draft' | 'changes'>): PreviewChoice[] {
  const byText = new Map<string, PreviewChoice>();
  for (const change of changes)
    for (const choice of listOfChange(draft, change)) byText.set(choice.text, choice);
  byText.set(search.text, search);
  return [...byText.values()];
}

const search: PreviewChoice = { kind: 'search', id: '', text: 'A search' };

function listOfChange(draft: Draft, { kind, id }: ConfigurationPart): PreviewChoice[] {
  if (kind === 'collections' || kind === 'placements') return [nameChoice(draft, kind, id)];
  if (kind !== 'rules') return [search];
  const { when } = draft.rules?.put?.find((rule) => rule.id === id) ?? {};
  const named = [when ?? []]
    .flat()
    .flatMap(({ context = {} }) => [
      ...[context['collection'] ?? []].flat().map((one) => nameChoice(draft, 'collections', one)),
      ...[context['placement'] ?? []].flat().map((one) => nameChoice(draft, 'placements', one)),
    ]);
  return named.length === 0 ? [search] : named;
}

function nameChoice(draft: Draft, kind: 'collections' | 'placements', id: string): PreviewChoice {
  const name =
    kind === 'collections'
      ? `Collection ${draft.collections?.put?.find((one) => one.id === id)?.name ?? id}`
      : `Placement ${draft.placements?.put?.find((one) => one.id === id)?.title ?? id}`;
  return { kind, id, text: name };
}

/** Reads what shoppers see, and what they would see with the draft. */
export async function readPreview(
  project: string,
  { kind, id }: PreviewChoice,
  { draft, q, signal }: { readonly draft: Draft; readonly q: string; readonly signal: AbortSignal },
): Promise<PreviewedReplies> {
  if (kind === 'placements') return readPlacement(project, id, draft, signal);
  const request = { q, limit: itemsShown, facets: ['*'], ...(kind === 'collections' && { collection: id }) };
  const [live, drafted] = await Promise.all([
    orText(notLive, service.search(project, request, { signal })),
    orText(notInDraft, service.search(project, { ...request, draft: draft.id }, { signal })),
  ]);
  return { live, drafted };
}

/** Lists of a placement for a new visitor; of one for a product or a cart, those of the product with the most visitors. */
async function readPlacement(
  project: string,
  id: string,
  draft: Draft,
  signal: AbortSignal,
): Promise<PreviewedReplies> {
  const stored = await orText(notLive, service.placements.get(project, id, { signal }));
  const live = typeof stored === 'string' ? null : stored.placement;
  const drafted = draft.placements?.put?.find((one) => one.id === id) ?? live;
  const isForProduct = [live, drafted].some((one) => one?.list === 'similar' || one?.list === 'together');
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
  const [liveReply, draftedReply] = await Promise.all([
    orText(notLive, read(page)),
    orText(notInDraft, read({ ...page, draft: draft.id })),
  ]);
  // Previews have the list of a placement that is switched off, too.
  return {
    live: live?.enabled === false ? switchedOff : liveReply,
    drafted: drafted?.enabled === false ? switchedOff : draftedReply,
  };
}

/** The reply, or the text if the collection or placement does not exist. */
async function orText<Reply>(text: string, reply: Promise<Reply>): Promise<Reply | string> {
  try {
    return await reply;
  } catch (error) {
    const isMissing =
      error instanceof VitrineError && ['collection_not_found', 'placement_not_found'].includes(error.code);
    if (isMissing) return text;
    throw error;
  }
}
