import type { SavedView, SavedViewReply, SavedViewsReply } from './contract.ts';
import { resourceOperations, type ResourceOperations } from './resources.ts';
import type { Transport } from './transport.ts';

/**
 * Saved views: filters, order and columns of a page of the console, under a name.
 *
 * @example
 * ```ts
 * await vitrine.views.put('shop', { id: 'low-stock', name: 'Low stock', page: 'items', query: 'stock=low&sort=stock:asc' });
 * ```
 */
export type SavedViewOperations = ResourceOperations<SavedView, SavedViewReply, SavedViewsReply>;

export function savedViewOperations(transport: Transport): SavedViewOperations {
  return resourceOperations(transport, 'view');
}
