import type { ErasureReply, EventsReply, MergeReply, MergeUsersRequest, ShopEvent } from './contract.ts';
import { segment, type RequestOptions, type Transport, type Without } from './transport.ts';

/** Events of shoppers. Requires the scope `events`. */
export interface EventOperations {
  /**
   * Sends one event or up to 1,000. When it resolves, they are durable and the next recommendation includes them. Events
   * without an `id` get a random one, so that a repeated request counts them once. Error: `invalid_event`.
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
  ): Promise<EventsReply>;
}

/** Users and sessions of the shop. Requires the scope `users`. */
export interface UserOperations {
  /** Erases a user from all data and counters. */
  erase(project: string, user: string, options?: RequestOptions): Promise<ErasureReply>;
  /** Erases an anonymous visitor. A linked session erases its user with all data. */
  eraseSession(project: string, session: string, options?: RequestOptions): Promise<ErasureReply>;
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
    request: Without<MergeUsersRequest, 'project'>,
    options?: RequestOptions,
  ): Promise<MergeReply>;
}

export function eventOperations(transport: Transport): EventOperations {
  return {
    add: (project, events, options) => {
      const data = 'type' in events ? withId(events) : events.map(withId);
      return transport.json(
        { method: 'POST', path: '/api/events', json: { project, data }, isRepeatable: true },
        options,
      );
    },
  };
}

function withId(event: ShopEvent): ShopEvent {
  return event.id === undefined ? { ...event, id: randomId() } : event;
}

/** 128 random bits. Not `randomUUID`, which pages without HTTPS lack. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
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
