import type { QueryText, QueryWord } from '../language/query-words.ts';
import type { TextSettings } from '../schema/settings.ts';
import { readZones } from '../schema/zones.ts';
import type { NaiveExpansion } from './naive-expansions.fixture.ts';

/** A document's words, each with its occurrences by zone. */
type Words = ReadonlyMap<string, readonly number[]>;

/** The naive version of `withOptionalPurpose`. */
export function naivelyOptional(
  query: QueryText,
  documents: readonly { readonly words: Words }[],
  settings: TextSettings,
  literal: readonly NaiveExpansion[],
): QueryText {
  const { purposeStart } = query;
  if (purposeStart === null) return query;
  const [words, optionalWords] = [true, false].map((isBefore) =>
    query.words.filter(({ start }) => start < purposeStart === isBefore),
  ) as [QueryText['words'], QueryText['words']];
  const zones = readZones(settings);
  const has = (document: Words, terms: readonly string[], isAllowed: (zone: number) => boolean): boolean =>
    terms.some((term) => document.get(term)?.some((count, zone) => count > 0 && isAllowed(zone)));
  const some = (parts: readonly (readonly string[])[], isAllowed: (zone: number) => boolean): boolean =>
    documents.some((document) => parts.every((terms) => has(document.words, terms, isAllowed)));
  const termsOf = (word: QueryWord, kinds: readonly string[]): string[] =>
    literal
      .filter(
        ({ kind, words: [one, ...others] }) => kinds.includes(kind) && one === word && others.length === 0,
      )
      .flatMap(({ parts }) => (parts.length === 1 ? parts[0]! : []));
  const meant = (word: QueryWord): string[] => termsOf(word, ['exact', 'compound', 'synonym']);
  const joint = literal.filter(({ words: covered }) =>
    [words, optionalWords].every((side) => side.some((word) => covered.includes(word))),
  );
  const tellsApart =
    optionalWords.some((word) => word.numeric || !some([termsOf(word, ['exact'])], () => true)) ||
    joint.some(({ parts }) => some(parts, () => true)) ||
    optionalWords.some((word) =>
      words.some((other) => some([meant(word), meant(other)], (zone) => zone === 0)),
    ) ||
    some(query.words.map(meant), (zone) => zones[zone]!.weightWhenShort === undefined);
  const joins = query.joins.filter(({ end }) => end <= purposeStart);
  const allOptional = [...optionalWords, ...query.optionalWords];
  return tellsApart ? query : { ...query, words, optionalWords: allOptional, joins };
}
