import type {
  Collection,
  CollectionPreview,
  CollectionReply,
  CollectionsReply,
  PreviewCollectionRequest,
} from './contract.ts';
import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
} from './transport.ts';

/** Collections of a project: sets of items with a page of their own. Requires the scope `settings`. */
export interface CollectionOperations {
  list(project: string, options?: RequestOptions): Promise<CollectionsReply>;
  /** Errors: `collection_not_found`. */
  get(project: string, id: string, options?: RequestOptions): Promise<CollectionReply>;
  /**
   * Creates or replaces a collection, effective immediately. With `ifVersion` only if it still has this version; 0: only if
   * there is none. Errors: `invalid_request` with the path of every error, `collection_changed`.
   *
   * @example
   * ```ts
   * await vitrine.collections.put('shop', { id: 'sale', items: ['boot-7'], filter: 'onSale:true', sort: ['price:asc'] });
   * const page = await vitrine.search('shop', { collection: 'sale' });
   * ```
   */
  put(project: string, collection: Collection, options?: ChangeOptions): Promise<CollectionReply>;
  /** Returns the deleted collection. Errors: `collection_not_found`, `collection_changed`. */
  delete(project: string, id: string, options?: ChangeOptions): Promise<CollectionReply>;
  /** The page of a stored collection, or of an unsaved one, whether or not it is active. */
  preview(
    project: string,
    id: string,
    request?: PreviewCollectionRequest,
    options?: RequestOptions,
  ): Promise<CollectionPreview>;
}

export function collectionOperations(transport: Transport): CollectionOperations {
  const path = (project: string): string => `/api/projects/${segment(project)}/collections`;
  const onePath = (project: string, id: string): string => `${path(project)}/${segment(id)}`;
  return {
    list: (project, options) => transport.json({ method: 'GET', path: path(project) }, options),
    get: (project, id, options) => transport.json({ method: 'GET', path: onePath(project, id) }, options),
    put: (project, collection, options) =>
      transport.json(
        {
          method: 'PUT',
          path: onePath(project, collection.id),
          json: { collection },
          headers: versionHeader(options),
        },
        options,
      ),
    delete: (project, id, options) =>
      transport.json(
        { method: 'DELETE', path: onePath(project, id), headers: versionHeader(options) },
        options,
      ),
    preview: (project, id, request, options) =>
      transport.json(
        { method: 'POST', path: `${onePath(project, id)}/preview`, json: request ?? {} },
        options,
      ),
  };
}
