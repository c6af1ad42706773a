import type {
  PlacementListReply,
  PlacementReply,
  PlacementsReply,
  PreviewPlacementRequest,
  RecommendationPlacement,
} from './contract.ts';
import { resourceOperations, resourcePath, type ResourceOperations } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

/**
 * Placements of a project: what each place of a page shows. To put one may also fail with `invalid_filter`.
 *
 * @example
 * ```ts
 * await vitrine.placements.put('shop', { id: 'home-top', list: 'user', fallbacks: ['trending', 'content'], limit: 12 });
 * ```
 */
export interface PlacementOperations extends ResourceOperations<
  RecommendationPlacement,
  PlacementReply,
  PlacementsReply
> {
  /** The list of a stored placement, or of an unsaved one, for a visitor and a page. Counts as no impression. */
  preview(
    project: string,
    id: string,
    request?: PreviewPlacementRequest,
    options?: RequestOptions,
  ): Promise<PlacementListReply>;
}

export function placementOperations(transport: Transport): PlacementOperations {
  return {
    ...resourceOperations(transport, 'placement'),
    preview: (project, id, request, options) =>
      transport.json(
        { method: 'POST', path: `${resourcePath(project, 'placement', id)}/preview`, json: request ?? {} },
        options,
      ),
  };
}
