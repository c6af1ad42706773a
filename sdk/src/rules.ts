import type { PreviewRulesRequest, Rule, RulesPreview, RulesReply } from './contract.ts';
import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
} from './transport.ts';

/** Merchandising rules of a project. Requires the scope `settings`. */
export interface RuleOperations {
  get(project: string, options?: RequestOptions): Promise<RulesReply>;
  /**
   * Replaces all rules, effective immediately. With `ifVersion` only if they still have this version. Errors:
   * `invalid_request` with the path of every error, `rules_changed`.
   *
   * @example
   * ```ts
   * await vitrine.rules.change('shop', [
   *   { id: 'winter', when: { query: 'shoes' }, from: '2026-12-01', pin: [{ id: 'boot-7', position: 1 }] },
   * ]);
   * ```
   */
  change(project: string, rules: readonly Rule[], options?: ChangeOptions): Promise<RulesReply>;
  /** Search results with the stored rules, or with unsaved ones. */
  preview(project: string, request?: PreviewRulesRequest, options?: RequestOptions): Promise<RulesPreview>;
}

export function ruleOperations(transport: Transport): RuleOperations {
  const path = (project: string): string => `/api/projects/${segment(project)}/rules`;
  return {
    get: (project, options) => transport.json({ method: 'GET', path: path(project) }, options),
    change: (project, rules, options) =>
      transport.json(
        { method: 'PUT', path: path(project), json: { rules }, headers: versionHeader(options) },
        options,
      ),
    preview: (project, request, options) =>
      transport.json({ method: 'POST', path: `${path(project)}/preview`, json: request ?? {} }, options),
  };
}
