import type { CollectionPreview, PreviewCollectionRequest, SearchItem } from '@vitrine/sdk';
import { useLoad } from '../../app/load.ts';
import { usePreview } from '../../app/preview.ts';
import { service } from '../../app/service.ts';
import { lacksValue } from '../../filters/lacks-value.ts';
import { arranged, arrangementOf, type PageCard } from './arrangement.ts';
import { collectionOf, type CollectionDraft } from './collection-draft.ts';

/** Of a preview; also the last position of a pin. */
export const previewItemsMax = 1000;

export interface PageItem extends PageCard {
  readonly item: SearchItem;
}

/** The previewed page of a collection. */
export interface CollectionPageState {
  /** In the order of the draft; null: not loaded, or the collection is empty. */
  readonly cards: readonly PageItem[] | null;
  readonly reply: CollectionPreview | null;
  /** Whether the cards are not confirmed by the service yet. */
  readonly busy: boolean;
  readonly error: unknown;
  /** Whether a value of the filter is still to be chosen: the last page stays. */
  readonly isIncomplete: boolean;
  readonly reload: () => void;
  /** The field with the id of the product; empty: each item is a product. */
  readonly groupBy: string;
}

export type PageOptions = Pick<
  PreviewCollectionRequest,
  'at' | 'context' | 'limit' | 'user' | 'session' | 'segment'
>;

/** Previews the unsaved collection. Arranged cards move at once; the reply of the service then replaces them. */
export function useCollectionPage(
  project: string,
  draft: CollectionDraft,
  options: PageOptions,
): CollectionPageState {
  const settings = useLoad(project, (signal) => service.settings.get(project, { signal }));
  const groupBy = settings.value?.settings.search.groupBy ?? '';
  const isEmpty = draft.items.length === 0 && draft.filter.trim() === '';
  const request = JSON.stringify(isEmpty ? null : { ...options, collection: collectionOf(draft) });
  const isIncomplete = lacksValue(draft.filter);
  const load = async (sent: string, signal: AbortSignal) => {
    const body = JSON.parse(sent) as PreviewCollectionRequest | null;
    const reply =
      body === null ? null : await service.collections.preview(project, draft.id, body, { signal });
    return { request: sent, before: arrangementOf(body?.collection ?? {}), reply };
  };
  const loaded = usePreview(request, load, isIncomplete);
  const { value } = loaded;
  const isCurrent = value?.request === request;
  const page = value?.reply?.items.map((item) => cardOf(item, groupBy)) ?? [];
  const hasCards = !isEmpty && value !== null && value.reply !== null;
  return {
    cards: !hasCards ? null : isCurrent ? page : arranged({ page, before: value.before }, draft),
    reply: hasCards ? value.reply : null,
    busy: !isIncomplete && (!isCurrent || loaded.busy),
    error: isEmpty || isIncomplete ? null : loaded.error,
    isIncomplete,
    reload: loaded.reload,
    groupBy,
  };
}

function cardOf(item: SearchItem, groupBy: string): PageItem {
  const product = groupBy === '' ? undefined : item[groupBy];
  return {
    item,
    id: item.id,
    product: typeof product === 'string' || typeof product === 'number' ? String(product) : null,
    variants: item._variants?.count ?? 1,
    byRule: item._reason?.rule !== undefined,
    byCollection: item._reason?.collection !== undefined,
  };
}
