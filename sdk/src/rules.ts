import type { Item, Warning } from './items.ts';
import type { SearchItem } from './search.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** What is to be done to lists by hand: at least one of `pin`, `hide`, `boost` and `bury`. */
export interface Rule {
  /** 1 to 128 characters, unique in the project. */
  readonly id: string;
  /** False switches it off. */
  readonly enabled?: boolean;
  /** When it acts: where all of this holds of a search. Nothing: always. */
  readonly when?: {
    /** Words of the query, compared as a search compares them. Empty: where there are none. */
    readonly query?: string;
    /** Whether these are all its words (unless told), stand in it side by side, or begin it. */
    readonly match?: 'is' | 'contains' | 'starts';
    /** Conditions that `filters` of the request must have among those that it joins with AND. */
    readonly filters?: string;
  };
  /** ISO 8601: it acts from then on, and up to `until`; a day is the whole of it. */
  readonly from?: string;
  readonly until?: string;
  /** Up to 100 items or products, with their places from 1 to 1,000. */
  readonly pin?: readonly { readonly id: string; readonly position: number }[];
  /** Up to 1,000 ids of items or products; or a filter. */
  readonly hide?: readonly string[] | string;
  /** A filter: what satisfies it stands higher among items with as many of the words. */
  readonly boost?: string;
  /** A filter: what satisfies it stands lower. */
  readonly bury?: string;
}

/** All rules of a project. */
export interface RulesReply {
  /** One more with each change; 0 until the first. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number | null;
  /** Where two want the same, the earlier one has it. */
  readonly rules: readonly Rule[];
  readonly warnings?: readonly Warning[];
}

/** What a search lists by rules. */
export interface RulesPreview {
  /** `_reason` tells what is pinned, `_ranking.reasons` what rules moved. */
  readonly items: readonly SearchItem[];
  readonly total: number;
  /** What would be among as many places if no rule hid it. */
  readonly hidden: readonly { readonly item: Item; readonly rules: readonly string[] }[];
  /** Ids of the rules in force. */
  readonly acting: readonly string[];
}

/** What to preview. */
export interface RulesPreviewRequest {
  readonly q?: string;
  readonly filters?: string;
  /** 1 to 100: 20. */
  readonly limit?: number;
  /** The time to look at, in ISO 8601; now. */
  readonly at?: string;
  /** Rules instead of those that are kept. */
  readonly rules?: readonly Rule[];
}

/** Rules of a project: what merchandisers pin, hide, boost and bury. The key needs the scope `settings`. */
export interface RuleOperations {
  get(project: string, options?: RequestOptions): Promise<RulesReply>;
  /**
   * Replaces all rules; in effect with the answer. With `ifVersion` only where they are still at this version. Errors:
   * `invalid_request` with the place of every fault, `rules_changed`.
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
  /** What a search lists by the rules that are kept, or by others that are sent and not kept. */
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
