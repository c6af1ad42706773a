import { createRandom } from '../../src/lib/seeded-random.ts';
import type { LanguageReply, LanguageShop, NamedItem } from './language-shop.ts';

/** A search for an item whose name the shopper knows. */
interface KnownItemQuery {
  readonly kind: 'name' | 'prefix' | 'typo';
  readonly text: string;
}

const seed = 20261130;
const hitsCompared = 10;
const prefixShare = 0.6;
const prefixLengthMin = 2;
const typedLengthMin = 5;

/** Each name, the first part of it, and with two letters swapped where a word is long enough. */
function writeKnownItemQueries(items: readonly NamedItem[]): KnownItemQuery[] {
  const random = createRandom(seed);
  return items.flatMap(({ name }) => {
    const prefix = name.slice(0, Math.max(prefixLengthMin, Math.ceil(name.length * prefixShare))).trim();
    const mistyped = swapLetters(name, random);
    return [
      { kind: 'name' as const, text: name },
      { kind: 'prefix' as const, text: prefix },
      ...(mistyped === name ? [] : [{ kind: 'typo' as const, text: mistyped }]),
    ];
  });
}

/** Swaps two letters of the longest word, but not its first one. */
function swapLetters(name: string, random: () => number): string {
  const words = name.match(/[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Arabic}]+/gu) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  if (longest.length < typedLengthMin) return name;
  const at = 1 + Math.floor(random() * (longest.length - 2));
  const swapped = longest.slice(0, at) + longest[at + 1]! + longest[at]! + longest.slice(at + 2);
  return name.replace(longest, swapped);
}

/**
 * The share of known-item searches that semantic search leaves as they are, by kind: `kept`, the first ten hits of words alone are the first
 * hits in the same order; `equal`, both lists of ten are equal, so that nothing was added behind few hits of words either.
 */
export async function compareKnownItems(
  shop: LanguageShop,
  items: readonly NamedItem[],
): Promise<Record<string, number>> {
  const queries = writeKnownItemQueries(items);
  const texts = queries.map(({ text }) => text);
  await shop.setSemantic(true);
  const hybrid = await shop.searchAll(texts, hitsCompared);
  await shop.setSemantic(false);
  const words = await shop.searchAll(texts, hitsCompared);
  await shop.setSemantic(true);
  const listIds = ({ items: hits }: LanguageReply): string[] => hits.map(({ id }) => id);
  const figures: Record<string, number> = {};
  for (const kind of ['name', 'prefix', 'typo', 'all'] as const) {
    const places = [...queries.keys()].filter((i) => kind === 'all' || queries[i]!.kind === kind);
    if (places.length === 0) continue;
    const share = (holds: (own: string[], other: string[]) => boolean): number =>
      places.filter((i) => holds(listIds(hybrid[i]!), listIds(words[i]!))).length / places.length;
    figures[`${kind}: kept`] = share((own, other) => other.every((id, at) => own[at] === id));
    figures[`${kind}: equal`] = share((own, other) => own.join(' ') === other.join(' '));
  }
  return figures;
}
