import type { StoredItem } from '../../../ports/catalog.ts';
import type { TextIndex, TextQuery, TextRanking } from '../../../ports/text.ts';
import type { FilterClause } from '../query/filter-grammar.ts';
import { identifierReasons, rankingReasons, ruleReasons } from './ranking-explanation.ts';

export interface WhyNot {
  /** Whether the item is in the list, somewhere. */
  readonly listed: boolean;
  /** From 1; of a variant, the place of its product. Null where it is not in the list. */
  readonly position: number | null;
  /** Items in the list. */
  readonly total: number;
  /** What keeps it out of the list, or where in the list it is. */
  readonly reasons: readonly WhyNotReason[];
  readonly words: readonly { readonly word: string; readonly found: boolean }[];
  /** How it ranks; null where none of the words is found in it, or none is looked for. */
  readonly ranking: (TextRanking & { readonly reasons: readonly string[] }) | null;
}

export interface WhyNotReason {
  readonly code: 'inactive' | 'hidden' | 'filter' | 'words' | 'variant' | 'listed';
  readonly text: string;
  /** Of `hidden`: the rule that hides it. */
  readonly rule?: string;
}

/** Why an item is not in the list of a search, or at which place it is: everything that keeps it out, not only the first. */
export async function whyNot(
  text: TextIndex,
  query: TextQuery,
  clauses: readonly FilterClause[],
  item: StoredItem,
): Promise<WhyNot> {
  const why = await text.explain(
    query,
    clauses.map(({ filter }) => filter),
    item.id,
  );
  if (why === null) {
    const { total } = await text.search({ ...query, offset: 0, limit: 0, facets: [] });
    const reason = { code: 'inactive', text: 'It is switched off: its field `active` is false' } as const;
    return { listed: false, position: null, total, reasons: [reason], words: [], ranking: null };
  }
  const reasons: WhyNotReason[] = [
    ...why.hiddenBy.map((rule): WhyNotReason =>
      rule === null
        ? { code: 'hidden', text: 'A rule hides it' }
        : { code: 'hidden', text: `Rule “${rule}” hides it`, rule },
    ),
    ...clauses
      .filter((_, index) => why.passes[index] === false)
      .map((clause): WhyNotReason => ({ code: 'filter', text: `It does not satisfy \`${clause.text}\`` })),
  ];
  const missing = why.words.filter(({ found }) => !found).map(({ word }) => `“${word}”`);
  const found = why.words.length - missing.length;
  const isAdded = why.meaning?.added === true;
  if (
    why.rules.pinned === null &&
    why.identifier === null &&
    !isAdded &&
    found < Math.min(why.words.length, Math.max(1, why.wordsListed))
  ) {
    const needed =
      why.wordsListed === why.words.length
        ? 'only items with all the words are listed, as there are enough of them'
        : `only items with at least ${why.wordsListed} of the words are listed, as there are enough of them`;
    reasons.push({
      code: 'words',
      text: `It does not have ${missing.join(', ')}${found === 0 ? '' : `: ${needed}`}`,
    });
  }
  if (reasons.length === 0 && why.position === null && missing.length > 0) {
    const text = `It does not have ${missing.join(', ')}, and what it means is not near to the query`;
    reasons.push({ code: 'words', text });
  }
  if (why.shownInstead !== null) {
    reasons.push({
      code: 'variant',
      text: `Its product is at place ${why.position}, shown as ${JSON.stringify(why.shownInstead.id)}, which stands before it`,
    });
  } else if (why.position !== null) {
    const acted = [...ruleReasons(why.rules), ...identifierReasons(why.identifier)].map((text) =>
      text.replace(/^./, (letter) => letter.toLowerCase()),
    );
    const by = isAdded ? ', listed by what it means' : '';
    const place = `It is at place ${why.position} of ${why.total}${by}`;
    reasons.push({ code: 'listed', text: [place, ...acted].join(', ') });
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
