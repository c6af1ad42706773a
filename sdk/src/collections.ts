import type {
  Collection,
  CollectionPreview,
  CollectionReply,
  CollectionsReply,
  PreviewCollectionRequest,
} from './contract.ts';
import { resourceOperations, resourcePath, type ResourceOperations } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

/**
 * Collections of a project: sets of items with a page of their own.
 *
 * @example
 * ```ts
 * await vitrine.collections.put('shop', { id: 'sale', items: ['boot-7'], filter: 'onSale:true', sort: ['price:asc'] });
 * const page = await vitrine.search('shop', { collection: 'sale' });
 * ```
 */
export interface CollectionOperations extends ResourceOperations<
  Collection,
  CollectionReply,
  CollectionsReply
> {
  /** The page of a stored collection, or of an unsaved one, whether or not it is active. */
  preview(
    project: string,
    id: string,
    request?: PreviewCollectionRequest,
    options?: RequestOptions,
  ): Promise<CollectionPreview>;
}

export function collectionOperations(transport: Transport): CollectionOperations {
  return {
    ...resourceOperations(transport, 'collection'),
    preview: (project, id, request, options) =>
      transport.json(
        { method: 'POST', path: `${resourcePath(project, 'collection', id)}/preview`, json: request ?? {} },
        options,
      ),
  };
}
