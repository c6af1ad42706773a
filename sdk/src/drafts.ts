import type {
  ConfigurationUpdateReply,
  Draft,
  DraftReply,
  DraftsReply,
  PublishDraftRequest,
  ReplayReply,
  ReplayTaskReply,
} from './contract.ts';
import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
} from './transport.ts';

export interface PutDraftOptions extends ChangeOptions {
  /** Accepts the live states of this moment as the ones that the draft changes: it then has no conflicts. */
  readonly rebase?: boolean;
}

/** Drafts: changes of the settings, rules, collections and placements of a project that are not live. Requires the scope `settings`. */
export interface DraftOperations {
  /** Most recently changed first. */
  list(project: string, options?: RequestOptions): Promise<DraftsReply>;
  /** A draft with what it would change, and its conflicts with the live configuration. Error: `draft_not_found`. */
  get(project: string, id: string, options?: RequestOptions): Promise<DraftReply>;
  /**
   * Creates or replaces a draft. Searches and previews show it with `draft`. Errors: `invalid_request` with the path of every
   * error, `invalid_filter`, `draft_changed`.
   *
   * @example
   * ```ts
   * await vitrine.drafts.put('shop', { id: 'winter', rules: { put: [{ id: 'boots', pin: [{ id: 'boot-7', position: 1 }] }] } });
   * const { items } = await vitrine.search('shop', { q: 'boots', draft: 'winter' });
   * await vitrine.drafts.publish('shop', 'winter');
   * ```
   */
  put(project: string, draft: Draft, options?: PutDraftOptions): Promise<DraftReply>;
  /** Returns the deleted draft. Errors: `draft_not_found`, `draft_changed`. */
  delete(project: string, id: string, options?: ChangeOptions): Promise<DraftReply>;
  /**
   * Makes all changes of a draft live in one step, as one version, and removes the draft. Errors: `draft_not_found`,
   * `draft_changed`; `draft_outdated` where what it changes has changed since, unless `force` is set.
   */
  publish(
    project: string,
    id: string,
    request?: PublishDraftRequest,
    options?: ChangeOptions,
  ): Promise<ConfigurationUpdateReply>;
  /**
   * Runs the newest searches and lists of shoppers again, live and under the draft, in the background. Error: `draft_not_found`.
   *
   * @example
   * ```ts
   * const { task } = await vitrine.drafts.startReplay('shop', 'winter');
   * // When the task has succeeded:
   * const { replay } = await vitrine.drafts.replay('shop', 'winter');
   * ```
   */
  startReplay(project: string, id: string, options?: RequestOptions): Promise<ReplayTaskReply>;
  /** The last replay of a draft that has finished. Error: `draft_not_found`. */
  replay(project: string, id: string, options?: RequestOptions): Promise<ReplayReply>;
}

export function draftOperations(transport: Transport): DraftOperations {
  const all = (project: string): string => `/api/projects/${segment(project)}/drafts`;
  const one = (project: string, id: string): string => `${all(project)}/${segment(id)}`;
  return {
    list: (project, options) => transport.json({ method: 'GET', path: all(project) }, options),
    get: (project, id, options) => transport.json({ method: 'GET', path: one(project, id) }, options),
    put: (project, draft, { rebase, ...options } = {}) =>
      transport.json(
        {
          method: 'PUT',
          path: one(project, draft.id),
          json: { draft, ...(rebase === undefined ? {} : { rebase }) },
          headers: versionHeader(options),
        },
        options,
      ),
    delete: (project, id, options) =>
      transport.json({ method: 'DELETE', path: one(project, id), headers: versionHeader(options) }, options),
    publish: (project, id, request, options) =>
      transport.json(
        {
          method: 'POST',
          path: `${one(project, id)}/publish`,
          json: request ?? {},
          headers: versionHeader(options),
        },
        options,
      ),
    startReplay: (project, id, options) =>
      transport.json({ method: 'POST', path: `${one(project, id)}/replay` }, options),
    replay: (project, id, options) =>
      transport.json({ method: 'GET', path: `${one(project, id)}/replay` }, options),
  };
}
