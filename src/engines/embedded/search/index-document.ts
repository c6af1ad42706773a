import { flatten } from '../../../kernel/text/schema/flatten.ts';
import type { IndexDocument } from '../../../kernel/text/schema/document.ts';

/** The text index's document of an item; the service's own fields are no words, but one may sort by the times. */
export function indexDocument(
  no: number,
  item: Readonly<Record<string, unknown>>,
  createdAt: number,
): IndexDocument {
  const { texts, values, elements } = flatten(item, (name) => name.startsWith('_'));
  values.push({ field: '_createdAt', value: createdAt });
  return { key: no, texts, values, elements, rank: popularityOf(item) };
}

function popularityOf(item: Readonly<Record<string, unknown>>): number {
  const popularity = item['popularity'];
  return typeof popularity === 'number' && Number.isFinite(popularity) ? popularity : 0;
}
