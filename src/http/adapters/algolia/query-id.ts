/** Algolia's query ids have 32 hex digits; ours have 24, and a suffix says of what they are. */
const suffixes = { search: '00000000', list: '00000001' } as const;
const ownId = /^([0-9a-f]{24})(00000000|00000001)$/;

export function formatQueryId(id: string, of: keyof typeof suffixes): string {
  return id + suffixes[of];
}

/** The members of an event for a query id; one of another form counts as the id of a search. */
export function decodeQueryId(
  queryId: string,
): { readonly searchId: string } | { readonly recommendationId: string } {
  const [, id = queryId, suffix] = ownId.exec(queryId) ?? [];
  return suffix === suffixes.list ? { recommendationId: id } : { searchId: id };
}
