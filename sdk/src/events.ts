import type { InputError } from './error.ts';
import type { Warning } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** One action of a shopper. Requires `user` or `session`, and `item` or `items`. */
export interface ShopEvent {
  /** `view`, `click`, `cart`, `purchase`, `return`, `dislike`, or your own type with 1 to 64 characters. */
  readonly type: string;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  /** The shop's id of the item. */
  readonly item?: string | undefined;
  /** Items of a cart or purchase, up to 500. */
  readonly items?:
    | readonly { readonly id: string; readonly quantity?: number; readonly price?: number }[]
    | undefined;
  /** ISO 8601 or milliseconds since 1970. Default: now. */
  readonly at?: string | number | undefined;
  readonly searchId?: string | undefined;
  readonly recommendationId?: string | undefined;
  /** Position of the clicked item, from 1. */
  readonly position?: number | undefined;
  /** The visitor's IP address, if your server sends the event. Not stored; limits the influence of bots on trends. */
  readonly address?: string | undefined;
  /** Events with the same id count once. */
  readonly id?: string | undefined;
}

/** Result of adding events. */
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

/** Events of shoppers. Requires the scope `events`. */
export interface EventOperations {
  /**
   * Sends one event or up to 1,000. When it resolves, they are durable and the next recommendation includes them.
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

/** Users and sessions of the shop. Requires the scope `users`. */
export interface UserOperations {
  /** Erases a user from all data and counters. */
  erase(
    project: string,
    user: string,
    options?: RequestOptions,
  ): Promise<{ readonly erased: string; readonly events: number }>;
  /** Erases an anonymous visitor. A linked session erases its user with all data. */
  eraseSession(
    project: string,
    session: string,
    options?: RequestOptions,
  ): Promise<{ readonly erased: string; readonly events: number }>;
  /**
   * Counts past and future events of the user `from` or the session `session` for `into`.
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
