import type { IndexDocument } from '../schema/document.ts';
import type { TextSettings } from '../schema/settings.ts';

/** Returns the identifier field of a document that equals a text, and whether it equals it exactly; null for none. */
export function namedBy(
  text: string,
  { identifiers, unsearchableFields }: TextSettings,
): (document: IndexDocument) => { field: string; rank: number; isVerbatim: boolean } | null {
  const bare = (value: unknown): string =>
    (
      String(value)
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]/gu) ?? []
    ).join('');
  return ({ values }) => {
    if (bare(text) === '') return null;
    const all = values.flatMap(({ field, value }) => {
      const rank = identifiers.findIndex(
        (name) => name.toLowerCase() === field.replace('_', '').toLowerCase(),
      );
      const isNamed =
        rank >= 0 &&
        !unsearchableFields.includes(field) &&
        typeof value !== 'boolean' &&
        bare(value) === bare(text);
      const isVerbatim = String(value).trim().toLowerCase() === text.trim().toLowerCase();
      return isNamed ? [{ field, rank, isVerbatim }] : [];
    });
    return all.sort((a, b) => a.rank - b.rank || Number(b.isVerbatim) - Number(a.isVerbatim))[0] ?? null;
  };
}
