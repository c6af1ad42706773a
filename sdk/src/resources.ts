import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
} from './transport.ts';

/** Resources of a project that are put by their ids. Requires the scope `settings`. */
export interface ResourceOperations<T extends { readonly id: string }, Reply, ListReply> {
  /** All of them, by id. */
  list(project: string, options?: RequestOptions): Promise<ListReply>;
  /** Error: `…_not_found`, such as `collection_not_found`. */
  get(project: string, id: string, options?: RequestOptions): Promise<Reply>;
  /**
   * Creates or replaces a resource, effective immediately. With `ifVersion` only if it still has this version, with 0 only if there is
   * none. Errors: `invalid_request` with the path of every error, `…_changed`.
   */
  put(project: string, resource: T, options?: ChangeOptions): Promise<Reply>;
  /** Returns the deleted resource. Errors: `…_not_found`, `…_changed`. */
  delete(project: string, id: string, options?: ChangeOptions): Promise<Reply>;
}

/** The path of a resource. */
export const resourcePath = (project: string, noun: string, id: string): string =>
  `/api/projects/${segment(project)}/${noun}s/${segment(id)}`;

/** `noun`: what requests call one, such as `collection`. */
export function resourceOperations<T extends { readonly id: string }, Reply, ListReply>(
  transport: Transport,
  noun: string,
): ResourceOperations<T, Reply, ListReply> {
  return {
    list: (project, options) =>
      transport.json({ method: 'GET', path: `/api/projects/${segment(project)}/${noun}s` }, options),
    get: (project, id, options) =>
      transport.json({ method: 'GET', path: resourcePath(project, noun, id) }, options),
    put: (project, resource, options) =>
      transport.json(
        {
          method: 'PUT',
          path: resourcePath(project, noun, resource.id),
          json: { [noun]: resource },
          headers: versionHeader(options),
        },
        options,
      ),
    delete: (project, id, options) =>
      transport.json(
        { method: 'DELETE', path: resourcePath(project, noun, id), headers: versionHeader(options) },
        options,
      ),
  };
}
