import type { Item, Warning } from './items.ts';
import type { SearchItem } from './search.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** A merchandising rule with at least one of `pin`, `hide`, `boost` and `bury`. */
export interface Rule {
  /** 1 to 128 characters, unique in the project. */
  readonly id: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Conditions, all of which must match. Default: always. */
  readonly when?: {
    /** Query text, analysed like a search. Empty: no query (browse). */
    readonly query?: string;
    /** Whether it is the whole query (default), adjacent words in it, or its start. */
    readonly match?: 'is' | 'contains' | 'starts';
    /** Condition that `filters` of the request must contain among those joined by AND. */
    readonly filters?: string;
  };
  /** Period in ISO 8601; days count as a whole. */
  readonly from?: string;
  readonly until?: string;
  /** Up to 100 items or products with positions from 1 to 1,000. */
  readonly pin?: readonly { readonly id: string; readonly position: number }[];
  /** Up to 1,000 ids of items or products, or a filter. */
  readonly hide?: readonly string[] | string;
  /** Filter: matching items rank higher among items with the same number of matching words. */
  readonly boost?: string;
  /** Filter: matching items rank lower. */
  readonly bury?: string;
}

/** All rules of a project. */
export interface RulesReply {
  /** Incremented by each change; 0 before the first. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number | null;
  /** Earlier rules take precedence. */
  readonly rules: readonly Rule[];
  readonly warnings?: readonly Warning[];
}

/** Search results with rules applied. */
export interface RulesPreview {
  /** `_reason` marks pinned items, `_ranking.reasons` boosted and buried ones. */
  readonly items: readonly SearchItem[];
  readonly total: number;
  /** Items that rules removed from these positions. */
  readonly hidden: readonly { readonly item: Item; readonly rules: readonly string[] }[];
  /** Ids of the active rules. */
  readonly acting: readonly string[];
}

/** Search to preview. */
export interface RulesPreviewRequest {
  readonly q?: string;
  readonly filters?: string;
  /** 1 to 100. Default: 20. */
  readonly limit?: number;
  /** Time in ISO 8601. Default: now. */
  readonly at?: string;
  /** Unsaved rules instead of the stored ones. */
  readonly rules?: readonly Rule[];
}

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
  change(
    project: string,
    rules: readonly Rule[],
    options?: RequestOptions & { readonly ifVersion?: number | undefined },
  ): Promise<RulesReply>;
  /** Search results with the stored rules, or with unsaved ones. */
  preview(project: string, request?: RulesPreviewRequest, options?: RequestOptions): Promise<RulesPreview>;
}

export function ruleOperations(transport: Transport): RuleOperations {
  const path = (project: string): string => `/api/projects/${segment(project)}/rules`;
  return {
    get: (project, options) => transport.json({ method: 'GET', path: path(project) }, options),
    change: (project, rules, options) => {
      const headers: Record<string, string> =
        options?.ifVersion === undefined ? {} : { 'if-match': `"${options.ifVersion}"` };
      return transport.json({ method: 'PUT', path: path(project), json: { rules }, headers }, options);
    },
    preview: (project, request, options) =>
      transport.json({ method: 'POST', path: `${path(project)}/preview`, json: request ?? {} }, options),
  };
}
