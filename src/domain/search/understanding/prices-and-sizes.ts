import { convertDigits } from '../../../math/ascii-digits.ts';
import type { QuerySpan } from '../../../ports/search/query-analyzer.ts';
import { haveOverlap } from '../../query/text-spans.ts';

/**
 * Prices and sizes in the text of a query: "under 50", "zwischen 60 und 120 Euro", "talla 38", "8000円以下". All languages
 * are read at once, as shoppers mix them.
 */

export interface PricePhrase extends QuerySpan {
  readonly kind: 'price';
  readonly min?: number;
  readonly max?: number;
  readonly minExclusive?: boolean;
  readonly maxExclusive?: boolean;
}

/** A size that the query names as one. */
export interface SizePhrase extends QuerySpan {
  readonly kind: 'size';
  readonly size: string;
}

const currency =
  '(?:€|\\$|£|¥|r\\$|円|元|zł|kr|(?:euros?|eur|dollars?|usd|pounds?|gbp|reais|real|brl|francs?|franken|chf|yen|jpy)(?![\\p{L}]))';
const digits = "\\d{1,3}(?:[.,’'\\u00a0\\u2009\\u202f ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?";
/** An amount with an optional currency before or after it; groups: currency, digits, ten thousands, currency. */
const captureAmount = (name: string): string =>
  `(?<before${name}>${currency})?\\s?(?<amount${name}>${digits})(?<times${name}>万|千)?(?:\\s?(?<after${name}>${currency}))?`;
/** A number of these is not a price: 50 inch, 16 GB. */
const unit =
  '(?!\\s?(?:mm|cm|dm|m|km|ml|cl|dl|l|g|kg|mg|lb|lbs|oz|ft|in|inch|inches|zoll|pouces?|pulgadas|pollici|polegadas|インチ|gb|tb|mb|mah|ah|wh|kwh|w|kw|watts?|v|kv|volts?|va|kva|amps?|hz|khz|mhz|ghz|lm|lumens?|lux|mp|bar|psi|pa|nm|rpm|dpi|btu|db|hp|ps|cc|ccm|qm|sqm|sqft|m²|m2|cm²|mm²|mm2|lit(?:er|re)s?|litros?|litri|met(?:er|re)s?|metros?|metri|grams?|gramm|мм|см|м|км|мл|л|г|кг|вт|квт|ач|гц|°[cf]?|%|"|″|years?|jahren?|ans|años|anni|jaar|anos|歳)(?![\\p{L}\\p{N}]))';
/** The end of a number. */
const ends = `(?![\\p{N}.,]*\\p{N})(?!\\s?(?:[x×*/⁄]\\s?\\d|[¼-¾⅐-⅞]))${unit}`;
const begins = '(?<![\\p{L}\\p{N}])';

/** Words before the amount that is the highest, not included and included. */
const below = [
  'under|below|less than|cheaper than|lower than',
  'unter|weniger als|günstiger als|billiger als|kleiner als',
  '(?:à |a )?moins (?:cher )?(?:de|que)|sous|(?:au|en)[- ]dessous de',
  '(?:por |a )?menos de|más barat[oa]s? (?:de|que)|por debajo de|bajo',
  'sotto(?: i| gli)?|(?:a )?meno di|al di sotto (?:di|dei)|più economic[oahie]+ di',
  'onder(?: de)?|minder dan|goedkoper dan|beneden(?: de)?',
  '(?:por )?menos de|abaixo de|mais barat[oa]s? (?:do )?que',
].join('|');
const atMost = [
  'up to|at most|maximum|no more than|not more than|within',
  'bis(?: zu)?|höchstens|maximal|nicht mehr als',
  "jusqu['’]à|jusqu['’]a|au (?:plus|maximum)|maximum",
  'hasta|(?:como )?máximo|a lo sumo|no más de',
  'fino a|(?:al )?massimo|entro(?: i)?|non più di|non oltre',
  'tot(?: en met)?|maximaal|hoogstens|niet meer dan',
  'até|(?:no )?máximo(?: de)?|não mais (?:de|que)',
].join('|');
const above = [
  'over|above|more than|higher than',
  'über|mehr als|teurer als',
  'plus de|au[- ]dessus de',
  'más de|por encima de',
  'oltre(?: i)?|più di|sopra(?: i)?|al di sopra di',
  'boven(?: de)?|meer dan|duurder dan',
  'acima de|mais de',
].join('|');
const atLeast = [
  'at least|starting at|minimum',
  'mindestens',
  'à partir de|a partir de|au moins',
  'a partir de|al menos|mínimo',
  'a partire da|almeno|minimo',
  'vanaf|minstens|minimaal|ten minste',
  'a partir de|pelo menos|mínimo(?: de)?',
].join('|');
/** Prices need a currency: "Air Max 90" and "from 2023" name no price. */
const atMostPrice = 'max\\.?';
const atLeastPrice = 'min\\.?|from|ab|von|desde|dès|da|de';
/** Pairs of words before the lowest and between both amounts. */
const between = [
  ['between|from', 'and|to|-|–'],
  ['zwischen|von', 'und|bis|-|–'],
  ['entre|de', 'et|à|a|y|e|-|–'],
  ['desde|de', 'hasta|a|até'],
  ['tra|fra|da', 'e|a|ai|ed'],
  ['tussen|van', 'en|tot'],
] as const;

const flags = 'giu';
const amounts = [
  ...between.map(
    ([first, second]) =>
      new RegExp(
        `${begins}(?:${first})\\s+${captureAmount('Min')}\\s*(?:${second})\\s*${captureAmount('Max')}${ends}`,
        flags,
      ),
  ),
  // This pattern reads ranges in Japanese, and those of which one amount has a currency.
  new RegExp(
    `${begins}${captureAmount('Min')}\\s?(?:から|〜|～|~|-|–|ー|(?<=\\s)(?:to|bis|à|a|tot|até|hasta)(?=\\s))\\s?${captureAmount('Max')}(?:まで|の間)?${ends}`,
    flags,
  ),
];
const prefixed = [
  { words: below, side: 'max', exclusive: true, needsCurrency: false },
  { words: atMost, side: 'max', exclusive: false, needsCurrency: false },
  { words: above, side: 'min', exclusive: true, needsCurrency: false },
  { words: atLeast, side: 'min', exclusive: false, needsCurrency: false },
  { words: atMostPrice, side: 'max', exclusive: false, needsCurrency: true },
  { words: atLeastPrice, side: 'min', exclusive: false, needsCurrency: true },
].map(({ words, ...bound }) => ({
  ...bound,
  pattern: new RegExp(`${begins}(?:${words})\\s*${captureAmount('One')}${ends}`, flags),
}));
const suffixed = [
  { words: '未満|より安い|より安く', side: 'max', exclusive: true, needsCurrency: false },
  { words: '以下|以内|まで', side: 'max', exclusive: false, needsCurrency: false },
  { words: 'より高い|超', side: 'min', exclusive: true, needsCurrency: false },
  { words: '以上|から', side: 'min', exclusive: false, needsCurrency: false },
].map(({ words, ...bound }) => ({
  ...bound,
  pattern: new RegExp(`${begins}${captureAmount('One')}(?:${words})`, flags),
}));

const sizeWords =
  'size|sz\\.?|größe|groesse|gr\\.?|taille|pointure|talla|número|numero|n\\.?[º°]|№|n[or]\\.|taglia|misura|maat|tamanho|tam\\.?|サイズ';
const sizeValue = '\\d{1,3}(?:[.,]5)?(?:/\\d{1,3})?|x{0,4}[sl]|[sml]|\\d?xl|one size';
const sizes = [
  new RegExp(`${begins}(?:${sizeWords})\\s*:?\\s*(?<size>${sizeValue})(?![\\p{L}\\p{N}])`, flags),
  new RegExp(`${begins}(?<size>${sizeValue})\\s?サイズ`, flags),
];

/** A size without the word size. */
export const bareSizePattern = /^(?:\d{2,3}(?:[.,]5)?|x{1,4}[sl]|\d?xl)$/i;

/** The prices and sizes that a text names, in order, without overlaps. */
export function findPricesAndSizes(written: string): (PricePhrase | SizePhrase)[] {
  const text = withAsciiDigits(written);
  const phrases: (PricePhrase | SizePhrase)[] = [];
  const add = (phrase: PricePhrase | SizePhrase): void => {
    if (!phrases.some((other) => haveOverlap(other, phrase))) phrases.push(phrase);
  };
  for (const pattern of sizes)
    for (const match of text.matchAll(pattern))
      add({ kind: 'size', ...createSpan(match), size: match.groups!['size']!.replace(',', '.') });
  for (const [i, pattern] of amounts.entries())
    for (const match of text.matchAll(pattern)) {
      const [min, max] = [readAmount(match, 'Min'), readAmount(match, 'Max')];
      const needsCurrency = i === amounts.length - 1;
      if (min <= max && (!needsCurrency || hasCurrency(match, 'Min') || hasCurrency(match, 'Max')))
        add({ kind: 'price', ...createSpan(match), min, max });
    }
  for (const { pattern, side, exclusive, needsCurrency } of [...prefixed, ...suffixed])
    for (const match of text.matchAll(pattern)) {
      if (needsCurrency && !hasCurrency(match, 'One')) continue;
      const value = readAmount(match, 'One');
      const bound =
        side === 'max' ? { max: value, maxExclusive: exclusive } : { min: value, minExclusive: exclusive };
      add({ kind: 'price', ...createSpan(match), ...bound });
    }
  return phrases.sort((a, b) => a.start - b.start);
}

/** The text with the digits of other scripts replaced, at the same places: "٥٠" becomes "50". */
export function withAsciiDigits(text: string): string {
  const replaced = convertDigits(text);
  return replaced.length === text.length ? replaced : text;
}

function createSpan(match: RegExpExecArray): QuerySpan {
  return { start: match.index, end: match.index + match[0].length };
}

function hasCurrency({ groups }: RegExpExecArray, name: string): boolean {
  return groups![`before${name}`] !== undefined || groups![`after${name}`] !== undefined;
}

const multipliers: Readonly<Record<string, number>> = { 万: 10_000, 千: 1_000 };

function readAmount({ groups }: RegExpExecArray, name: string): number {
  return readNumber(groups![`amount${name}`]!) * (multipliers[groups![`times${name}`] ?? ''] ?? 1);
}

/** "1.299,50", "1,299.50" and "1 299" are numbers; a single separator before three digits groups thousands. */
function readNumber(text: string): number {
  const fraction = /[.,](\d{1,2})$/.exec(text);
  const whole = fraction === null ? text : text.slice(0, fraction.index);
  return Number(`${whole.replaceAll(/\D/g, '')}.${fraction?.[1] ?? 0}`);
}
