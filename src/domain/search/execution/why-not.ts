import type { StoredItem } from '../../../ports/catalog/catalog.ts';
import type { TextIndex, TextQuery, TextRanking } from '../../../ports/search/text.ts';
import type { FilterClause } from '../../query/filter-grammar.ts';
import { filterText } from '../../query/filter-text.ts';
import type { QueryPlan } from '../planning/query-plan.ts';
import {
  adjustmentReasons,
  capReasons,
  stockReasons,
  identifierReasons,
  rankingReasons,
  ruleReasons,
} from './ranking-explanation.ts';

export interface WhyNot {
  /** Whether the item is in the list. */
  readonly listed: boolean;
  /** From 1; for a variant the position of its product; null if not in the list. */
  readonly position: number | null;
  /** Items in the list. */
  readonly total: number;
  /** The reasons for its exclusion, or its position. */
  readonly reasons: readonly WhyNotReason[];
  readonly words: readonly { readonly word: string; readonly found: boolean }[];
  /** Its ranking factors, or null without a matching word. */
  readonly ranking: (TextRanking & { readonly reasons: readonly string[] }) | null;
}

export interface WhyNotReason {
  readonly code: 'inactive' | 'hidden' | 'collection' | 'filter' | 'words' | 'variant' | 'listed';
  readonly text: string;
  /** The id of the rule, with `hidden`. */
  readonly rule?: string;
}

/** A condition of the filter of a search. */
export interface SearchClause extends FilterClause {
  /** The part of the query that means it; absent for a condition of the request. */
  readonly words?: string;
}

/** The conditions that a query adds to the filter. */
export function listUnderstoodClauses({ understood }: Pick<QueryPlan, 'understood'>): SearchClause[] {
  if (understood?.mode !== 'filters') return [];
  return understood.parts
    .filter(({ as }) => as === 'filter')
    .map(({ filter, text }) => ({ filter, text: filterText(filter), words: text }));
}

/** Explains why a search does not list an item, with all reasons, or reports its position. */
export async function whyNot(
  text: TextIndex,
  query: TextQuery,
  clauses: readonly SearchClause[],
  item: StoredItem,
): Promise<WhyNot> {
  const why = await text.explain(
    query,
    clauses.map(({ filter }) => filter),
    item.id,
  );
  if (why === null) {
    const { total } = await text.search({ ...query, offset: 0, limit: 0, facets: [] });
    const reason = { code: 'inactive', text: 'Inactive: `active` is false' } as const;
    return { listed: false, position: null, total, reasons: [reason], words: [], ranking: null };
  }
  const reasons: WhyNotReason[] = [
    ...why.hiddenBy.map((rule): WhyNotReason =>
      rule === null
        ? { code: 'hidden', text: 'Hidden by a rule' }
        : { code: 'hidden', text: `Hidden by rule “${rule}”`, rule },
    ),
    ...(why.isOutsideCollection
      ? [{ code: 'collection', text: `Is not in the collection “${query.collection?.id}”` } as const]
      : []),
    ...clauses
      .filter((_, index) => why.passes[index] === false)
      .map(({ text: condition, words }): WhyNotReason => ({
        code: 'filter',
        text: `Does not match the filter \`${condition}\`${words === undefined ? '' : ` of “${words}”`}`,
      })),
  ];
  const missing = why.words.filter(({ found }) => !found).map(({ word }) => `“${word}”`);
  const found = why.words.length - missing.length;
  const isAdded = why.semantic?.added === true;
  if (
    why.rules.pinned === null &&
    why.identifier === null &&
    !isAdded &&
    found < Math.min(why.words.length, Math.max(1, why.wordsListed))
  ) {
    const needed =
      why.wordsListed === why.words.length
        ? 'enough items contain all words'
        : `enough items contain at least ${why.wordsListed} of the words`;
    reasons.push({
      code: 'words',
      text: `Does not contain ${missing.join(', ')}${found === 0 ? '' : `: ${needed}`}`,
    });
  }
  if (reasons.length === 0 && why.position === null && missing.length > 0) {
    const text = `Does not contain ${missing.join(', ')}, and its semantic similarity is too low`;
    reasons.push({ code: 'words', text });
  }
  if (why.shownInstead !== null) {
    reasons.push({
      code: 'variant',
      text: `Its product has position ${why.position}, shown as the higher-ranked variant ${JSON.stringify(why.shownInstead.id)}`,
    });
  } else if (why.position !== null) {
    const acted = [
      ...ruleReasons(why.rules),
      ...identifierReasons(why.identifier),
      ...adjustmentReasons(why.adjustments),
      ...stockReasons(why.isLast),
      ...capReasons(why.positionWithoutCaps),
    ].map((text) => text.replace(/^./, (letter) => letter.toLowerCase()));
    const by = isAdded ? ', semantic match' : '';
    const position = `Position ${why.position} of ${why.total}${by}`;
    reasons.push({ code: 'listed', text: [position, ...acted].join(', ') });
  }
  return {
    listed: why.position !== null,
    position: why.position,
    total: why.total,
    reasons,
    words: why.words,
    ranking: why.ranking === null ? null : { reasons: rankingReasons(why.ranking), ...why.ranking },
  };
}
