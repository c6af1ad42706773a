/** A search sorted by a number: the values of the sort field at some positions, and the exact total. */
export type NumberSearch = (
  filter: string,
  window: { readonly offset: number; readonly limit: number },
) => Promise<{ readonly total: number; readonly values: readonly (number | null)[] }>;

/** `offset` + `limit` of a search. */
export const windowMax = 10_000;

/** The part of a sorted list that begins with the value of the item at its start. */
export interface ListPart {
  /** Empty: the whole list. */
  readonly filter: string;
  /** Position of its first item in the whole list. */
  readonly start: number;
}

export const wholeList: ListPart = { filter: '', start: 0 };

/**
 * Finds the part of a list in which `offset` is within the window of a search: a search ends after 10,000 items. Each step reads the value
 * at the end of the window and counts the items before it. `known`: a part of an earlier call, from which it goes on. Null: more items
 * than the window have the same value.
 */
export async function partOfList(
  search: NumberSearch,
  { field, order }: { readonly field: string; readonly order: 'asc' | 'desc' },
  wanted: { readonly offset: number; readonly limit: number },
  known: ListPart = wholeList,
): Promise<ListPart | null> {
  const before = order === 'asc' ? '<' : '>';
  let part = known.start <= wanted.offset ? known : wholeList;
  while (wanted.offset - part.start + wanted.limit > windowMax) {
    const { values } = await search(part.filter, { offset: windowMax - 1, limit: 1 });
    const [value] = values;
    // The list ends earlier, or only items without the value follow.
    if (value === undefined || value === null) return value === undefined ? part : null;
    const { total } = await search(`${field} ${before} ${value}`, { offset: 0, limit: 0 });
    if (total <= part.start) return null;
    part = { filter: `NOT ${field} ${before} ${value}`, start: total };
  }
  return part;
}
