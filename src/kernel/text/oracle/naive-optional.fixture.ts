import type { QueryText } from '../language/query-words.ts';
import type { TextSettings } from '../schema/settings.ts';
import { zonesOf } from '../schema/zones.ts';

/** A document's words, each with its occurrences by zone. */
type Words = ReadonlyMap<string, readonly number[]>;

/** The naive version of `withOptionalPurpose`. */
export function naivelyOptional(
  query: QueryText,
  documents: readonly { readonly words: Words }[],
  settings: TextSettings,
  stemOf: (word: string) => string,
): QueryText {
  const { purposeStart } = query;
  if (purposeStart === null) return query;
  const [words, optionalWords] = [true, false].map((isBefore) =>
    query.words.filter(({ start }) => start < purposeStart === isBefore),
  ) as [QueryText['words'], QueryText['words']];
  const zones = zonesOf(settings);
  const has = (document: Words, stem: string, isAllowed: (zone: number) => boolean): boolean =>
    [...document].some(
      ([word, counts]) => stemOf(word) === stem && counts.some((count, zone) => count > 0 && isAllowed(zone)),
    );
  const some = (stems: readonly string[], isAllowed: (zone: number) => boolean): boolean =>
    documents.some((document) => stems.every((stem) => has(document.words, stem, isAllowed)));
  const tellsApart =
    optionalWords.some(({ numeric, stem }) => numeric || !some([stem], () => true)) ||
    optionalWords.some(({ stem }) => words.some((other) => some([stem, other.stem], (zone) => zone === 0))) ||
    some(
      query.words.map(({ stem }) => stem),
      (zone) => zones[zone]!.weightWhenShort === undefined,
    );
  const joins = query.joins.filter(({ end }) => end <= purposeStart);
  return tellsApart ? query : { ...query, words, optionalWords, joins };
}
