import { otherCondition } from '../query/condition-texts.ts';

/** Longer texts, and those with `@`, are not stored by name, as with queries: they may be personal data. */
const lengthMax = 200;

/** The filter of a search for analytics, in the syntax of `filters`, with `collection:sale` for a collection. Empty means all items. */
export function formatFilter(filters: readonly string[], collection: string | null): string {
  const conditions = filters.map((condition) => (mayBeStored(condition) ? condition : otherCondition));
  const all = collection === null ? conditions : [...conditions, `collection:${collection}`];
  const text = all.join(' AND ');
  return text.length > lengthMax ? otherCondition : text;
}

const mayBeStored = (condition: string): boolean => !condition.includes('@');
