import type {
  PlacementListReply,
  PlacementReply,
  PlacementsReply,
  PreviewPlacementRequest,
  RecommendationPlacement,
} from './contract.ts';
import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
} from './transport.ts';

/** Placements of a project: what each place of a page shows. Requires the scope `settings`. */
export interface PlacementOperations {
  /** All placements, by id. */
  list(project: string, options?: RequestOptions): Promise<PlacementsReply>;
  /** Error: `placement_not_found`. */
  get(project: string, id: string, options?: RequestOptions): Promise<PlacementReply>;
  /**
   * Creates or replaces a placement, effective immediately. With `ifVersion` only if it still has this version, with 0
   * only if there is none. Errors:
   * `invalid_request` with the path of every error, `invalid_filter`, `placement_changed`.
   *
   * @example
   * ```ts
   * await vitrine.placements.put('shop', { id: 'home-top', list: 'user', fallbacks: ['trending', 'content'], limit: 12 });
   * ```
   */
  put(project: string, placement: RecommendationPlacement, options?: ChangeOptions): Promise<PlacementReply>;
  /** The list of a stored placement, or of an unsaved one, for a visitor and a page. Counts as no impression. */
  preview(
    project: string,
    id: string,
    request?: PreviewPlacementRequest,
    options?: RequestOptions,
  ): Promise<PlacementListReply>;
  /** Returns the deleted placement. Errors: `placement_not_found`, `placement_changed`. */
  delete(project: string, id: string, options?: ChangeOptions): Promise<PlacementReply>;
}

export function placementOperations(transport: Transport): PlacementOperations {
  const all = (project: string): string => `/api/projects/${segment(project)}/placements`;
  const one = (project: string, id: string): string => `${all(project)}/${segment(id)}`;
  return {
    list: (project, options) => transport.json({ method: 'GET', path: all(project) }, options),
    get: (project, id, options) => transport.json({ method: 'GET', path: one(project, id) }, options),
    put: (project, placement, options) =>
      transport.json(
        {
          method: 'PUT',
          path: one(project, placement.id),
          json: { placement },
          headers: versionHeader(options),
        },
        options,
      ),
    preview: (project, id, request, options) =>
      transport.json({ method: 'POST', path: `${one(project, id)}/preview`, json: request ?? {} }, options),
    delete: (project, id, options) =>
      transport.json({ method: 'DELETE', path: one(project, id), headers: versionHeader(options) }, options),
  };
}
