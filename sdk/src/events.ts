import type { InputError } from './error.ts';
import type { Warning } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** One thing that a shopper did. At least one of `user` and `session`, and one of `item` and `items`, must be there. */
export interface ShopEvent {
  /** `view`, `click`, `cart`, `purchase`, `return`, `dislike`, or a type of the shop's own: 1 to 64 characters. */
  readonly type: string;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  /** The shop's id of the item. */
  readonly item?: string | undefined;
  /** Several items, of a cart or a purchase: up to 500. */
  readonly items?:
    | readonly { readonly id: string; readonly quantity?: number; readonly price?: number }[]
    | undefined;
  /** ISO 8601, or milliseconds since 1970: now. */
  readonly at?: string | number | undefined;
  readonly searchId?: string | undefined;
  readonly recommendationId?: string | undefined;
  /** Place in the list that was clicked, from 1. */
  readonly position?: number | undefined;
  /** Where the visitor came from; not kept. It keeps one script from making a trend. */
  readonly address?: string | undefined;
  /** The caller's own id: sent twice, it counts once. */
  readonly id?: string | undefined;
}

/** What became of events. */
export interface EventsAdded {
  readonly accepted: number;
  readonly duplicates: number;
  readonly errors: readonly {
    readonly index: number;
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly InputError[];
  }[];
  readonly warnings?: readonly Warning[];
}

/** Telling what shoppers do. Needs the scope `events`. */
export interface EventOperations {
  /**
   * Tells one event, or up to 1,000. When it resolves they are durable, and the next recommendation has counted them.
   * Error: `invalid_event`.
   *
   * @example
   * ```ts
   * await vitrine.events.add('shop', { type: 'view', session: visit, item: 'a1' });
   * ```
   */
  add(
    project: string,
    events: ShopEvent | readonly ShopEvent[],
    options?: RequestOptions,
  ): Promise<EventsAdded>;
}

/** The shop's users. Needs the scope `events`. */
export interface UserOperations {
  /** Erases a user and all that was counted from them, before it resolves. */
  erase(
    project: string,
    user: string,
    options?: RequestOptions,
  ): Promise<{ readonly erased: string; readonly events: number }>;
  /** Erases an anonymous visitor; a session that is a user's stands for that user, who is erased with all that is theirs. */
  eraseSession(
    project: string,
    session: string,
    options?: RequestOptions,
  ): Promise<{ readonly erased: string; readonly events: number }>;
  /**
   * From now on, what the user `from` or the session `session` did and does counts as done by `into`: exactly one of the two.
   *
   * @example
   * ```ts
   * await vitrine.users.merge('shop', { session: visit, into: 'u42' }); // after a sign-in
   * ```
   */
  merge(
    project: string,
    request:
      | { readonly from: string; readonly into: string }
      | { readonly session: string; readonly into: string },
    options?: RequestOptions,
  ): Promise<{ readonly merged: boolean }>;
}

export function eventOperations(transport: Transport): EventOperations {
  return {
    add: (project, events, options) =>
      transport.json({ method: 'POST', path: '/api/events', json: { project, data: events } }, options),
  };
}

export function userOperations(transport: Transport): UserOperations {
  return {
    erase: (project, user, options) =>
      transport.json({ method: 'DELETE', path: `/api/users/${segment(user)}`, query: { project } }, options),
    eraseSession: (project, session, options) =>
      transport.json(
        { method: 'DELETE', path: `/api/sessions/${segment(session)}`, query: { project } },
        options,
      ),
    merge: (project, request, options) =>
      transport.json({ method: 'POST', path: '/api/users/merge', json: { project, ...request } }, options),
  };
}
