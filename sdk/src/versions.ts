import type {
  ConfigurationPart,
  ConfigurationUpdateReply,
  TakeBackVersionRequest,
  VersionReply,
  VersionsReply,
} from './contract.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

export interface VersionListOptions extends RequestOptions {
  /** Only changes of this kind. */
  readonly kind?: ConfigurationPart['kind'];
  /** From 1 to 100; default: 20. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface VersionOptions extends RequestOptions {
  /** Another version to compare with, at most 100 away. */
  readonly with?: number;
}

/** Versions of the settings, rules, collections and placements of a project. Requires the scope `settings`. */
export interface VersionOperations {
  /** Newest first. */
  list(project: string, options?: VersionListOptions): Promise<VersionsReply>;
  /** What a version changed; `with`: the changes from the state after that version. Error: `version_not_found`. */
  get(project: string, version: number, options?: VersionOptions): Promise<VersionReply>;
  /**
   * Restores the state before a version, for the parts that it changed, as a new version. Errors: `version_not_found`;
   * `version_superseded` where later versions changed the same parts, unless `force` is set.
   *
   * @example
   * ```ts
   * const { versions } = await vitrine.versions.list('shop', { kind: 'rules' });
   * await vitrine.versions.takeBack('shop', versions[0]!.number, { message: 'Wrong season' });
   * ```
   */
  takeBack(
    project: string,
    version: number,
    request?: TakeBackVersionRequest,
    options?: RequestOptions,
  ): Promise<ConfigurationUpdateReply>;
}

export function versionOperations(transport: Transport): VersionOperations {
  const all = (project: string): string => `/api/projects/${segment(project)}/versions`;
  return {
    list: (project, { kind, limit, offset, ...options } = {}) =>
      transport.json({ method: 'GET', path: all(project), query: { kind, limit, offset } }, options),
    get: (project, version, { with: other, ...options } = {}) =>
      transport.json({ method: 'GET', path: `${all(project)}/${version}`, query: { with: other } }, options),
    takeBack: (project, version, request, options) =>
      transport.json(
        { method: 'POST', path: `${all(project)}/${version}/rollback`, json: request ?? {} },
        options,
      ),
  };
}
