import { createRandom } from '../../src/lib/seeded-random.ts';
import { oneOf, randomAt, zipf } from './random.ts';

/** A synthetic product; `popularity` breaks ties in rankings. */
export interface Product {
  readonly id: string;
  readonly sku: string;
  /** Brand, sometimes a series, one to three words, the head noun, sometimes a model number. */
  readonly name: string;
  /** 40 words with Zipf frequencies: the most frequent one is in two thirds of the products. */
  readonly description: string;
  readonly brand: string;
  /** Three levels, as in "Haro > Miton > Selka". */
  readonly category: string;
  readonly color: string;
  readonly size: string;
  readonly price: number;
  readonly popularity: number;
  readonly imgs: readonly string[];
}

const seed = 20261121;
const wordCount = 40_000;
const brandCount = 2_000;
const departmentCount = 20;
const aislesOfDepartment = 8;
const shelvesOfAisle = 10;
const descriptionWords = 40;
const firstId = 1_000_000;

const onsets = 'b b c c d d f f g h k l l m m n p p r r s s t t v w z br cr fr gr pl sh st tr'.split(' ');
const vowels = 'a a e e i i o o u ea ou'.split(' ');
const codas = ['', '', '', '', 'n', 'r', 'l', 't', 'k', 'm', 'd'];
// Without a final "e" or "s", which would make some words English stop words or plurals.
const lastVowels = ['a', 'i', 'o', 'u'];
const colors =
  'black white grey silver red blue navy green olive yellow orange purple pink brown beige gold'.split(' ');
const sizes = 'XS S M L XL XXL 36 38 40 42 44 46'.split(' ');

/** Distinct pronounceable words, with shorter ones first, as frequent words are short. */
function inventWords(count: number, next: () => number, taken: Set<string>): string[] {
  const words: string[] = [];
  while (words.length < count) {
    const share = words.length / count;
    const syllables = 2 + (next() < Math.min(0.6, share * 4) ? 1 : 0);
    let word = '';
    for (let i = 1; i < syllables; i++)
      word += oneOf(onsets, next) + oneOf(vowels, next) + oneOf(codas, next);
    word += oneOf(onsets, next) + oneOf(lastVowels, next) + oneOf(codas, next);
    if (word.length < 4 || taken.has(word)) continue;
    taken.add(word);
    words.push(word);
  }
  return words;
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

const taken = new Set<string>();
const inventing = createRandom(seed);
/** The vocabulary of names and descriptions, the most frequent word first. */
export const vocabulary: readonly string[] = inventWords(wordCount, inventing, taken);
const brands = inventWords(brandCount, inventing, taken).map((word, i) =>
  i % 5 === 4 ? `${capital(word)} ${capital(vocabulary[100 + i]!)}` : capital(word),
);
const nouns = inventWords(departmentCount * aislesOfDepartment * shelvesOfAisle, inventing, taken);
const upperLevels = inventWords(departmentCount * (1 + aislesOfDepartment), inventing, taken).map(capital);

const drawBrand = zipf(brands.length, 20);
const drawShelf = zipf(nouns.length, 100);
const drawTextWord = zipf(wordCount, 2.7);
const drawNameWord = zipf(wordCount, 30);

function categoryOf(shelf: number): string {
  const aisle = Math.floor(shelf / shelvesOfAisle);
  const department = Math.floor(aisle / aislesOfDepartment);
  return [upperLevels[department]!, upperLevels[departmentCount + aisle]!, capital(nouns[shelf]!)].join(
    ' > ',
  );
}

function nameOf(brand: string, noun: string, next: () => number): string {
  const words = [brand];
  if (next() < 0.4) words.push(capital(vocabulary[Math.floor(next() * wordCount)]!));
  const adjectives = 1 + Math.floor(next() * 3);
  for (let i = 0; i < adjectives; i++) words.push(vocabulary[drawNameWord(next)]!);
  words.push(noun);
  if (next() < 0.3) words.push(`${oneOf(onsets, next)}${100 + Math.floor(next() * 900)}`.toUpperCase());
  return words.join(' ');
}

/** The index of a product by its id. */
export const indexOfId = (id: string): number => Number(id) - firstId;

/** Product `index`, the same in catalogs of all sizes. */
export function productAt(index: number): Product {
  const next = randomAt(seed, index);
  const brand = brands[drawBrand(next)]!;
  // Spreads popular products over all departments.
  const shelf = (drawShelf(next) * 1_003) % nouns.length;
  const noun = nouns[shelf]!;
  const description: string[] = [];
  for (let i = 0; i < descriptionWords; i++) {
    description.push(next() < 0.05 ? noun : vocabulary[drawTextWord(next)]!);
  }
  const spread = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    id: String(firstId + index),
    sku: `${brand.slice(0, 3).toUpperCase()}-${firstId + index}`,
    name: nameOf(brand, noun, next),
    description: `${capital(description.join(' '))}.`,
    brand,
    category: categoryOf(shelf),
    color: oneOf(colors, next),
    size: oneOf(sizes, next),
    price: Math.round(40 * Math.exp(spread)) + 0.99,
    popularity: Math.floor(10 / (next() + 1e-4)),
    imgs: [],
  };
}
