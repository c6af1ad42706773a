import type { Filter } from '../../ports/search/filters.ts';
import { filterText } from './filter-text.ts';

/** Stands for conditions without a short text, such as those on a distance. */
export const otherCondition = '(other)';

/** The conditions that all must hold, each as text. */
export function listConditionTexts(filter: Filter | undefined): string[] {
  if (filter === undefined) return [];
  const clauses = filter.kind === 'and' ? filter.clauses : [filter];
  return clauses.flatMap((clause) =>
    clause.kind === 'and' ? listConditionTexts(clause) : (formatCondition(clause) ?? otherCondition),
  );
}

function formatCondition(filter: Filter): string | null {
  switch (filter.kind) {
    case 'equals':
    case 'range':
      return filterText(filter);
    case 'exists':
      return `EXISTS ${filter.field}`;
    case 'not': {
      const text = formatCondition(filter.clause);
      return text === null ? null : `NOT ${text}`;
    }
    case 'or': {
      const texts = filter.clauses.map(formatCondition);
      return texts.includes(null) ? null : `(${texts.join(' OR ')})`;
    }
    default:
      return null;
  }
}
