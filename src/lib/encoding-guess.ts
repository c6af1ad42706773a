import type { TextEncoding } from './text-encodings.ts';

/** The letters besides a to z of languages in Latin script, in lower case, by the encoding of their files. */
const alphabets: readonly (readonly [TextEncoding, readonly string[]])[] = [
  [
    'windows-1252',
    [
      'äöüß',
      'àâæçéèêëîïôœùûü',
      'áéíñóúüªº',
      'àèéìíòóùú',
      'ãáàâçéêíóõôúªº',
      'éëïóöüèáíú',
      'æøåéö',
      'äöåéü',
      'áðéíóúýþæö',
      'àçéèíïòóúü',
    ],
  ],
  [
    'windows-1250',
    ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž', 'áäčďéíĺľňóôŕšťúýž', 'äöüß'],
  ],
  ['windows-1254', ['âçğıiîöşüû']],
  ['windows-1257', ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž']],
  ['macintosh', ['äöüß', 'àâæçéèêëîïôœùûü', 'áéíñóúü', 'æøåéö', 'äöåéü']],
];
/** Encodings of other scripts with a byte for each character. */
const scripts: readonly (readonly [TextEncoding, RegExp])[] = [
  // First of equals: Hebrew has the bytes of lower case in Cyrillic, but no capitals.
  ['windows-1255', /^[א-ת]+$/u],
  ['windows-1251', /^[\p{Script=Cyrillic}\p{M}]+$/u],
  ['koi8-r', /^[\p{Script=Cyrillic}\p{M}]+$/u],
  ['iso-8859-5', /^[\p{Script=Cyrillic}\p{M}]+$/u],
  ['ibm866', /^[\p{Script=Cyrillic}\p{M}]+$/u],
  ['windows-1253', /^\p{Script=Greek}+$/u],
  ['windows-1256', /^\p{Script=Arabic}+$/u],
  ['windows-874', /^(?:(?=\p{Script=Thai})\p{L}\p{M}{0,2})+$/u],
];

/** A double-byte encoding, and its characters: leads of the first level have what nearly all texts are written with. */
interface DoubleByte {
  readonly encoding: TextEncoding;
  readonly firstLevel: readonly [from: number, to: number];
  /** Leads of syllables, of which a text has at least `syllableShare`. */
  readonly syllables: readonly [from: number, to: number] | null;
}

const doubleBytes: readonly DoubleByte[] = [
  { encoding: 'shift_jis', firstLevel: [0x88, 0x97], syllables: [0x82, 0x83] },
  { encoding: 'euc-jp', firstLevel: [0xb0, 0xcf], syllables: [0xa4, 0xa5] },
  { encoding: 'euc-kr', firstLevel: [0xb0, 0xc8], syllables: null },
  { encoding: 'big5', firstLevel: [0xa4, 0xc6], syllables: null },
  { encoding: 'gbk', firstLevel: [0xb0, 0xd7], syllables: null },
];
const syllableShare = 0.1;
/** Least share of plausible characters in a text that has an encoding. */
const rightShare = 0.9;
/** Minimum advantage of another encoding, as each catalog has names from other languages. */
const margin = 0.1;
const likelyMax = 3;
/** Some ten milliseconds of work. */
const sampleBytes = 4 * 1024;

/**
 * The encodings in which a text looks right that looks wrong in Windows-1252, the best first; none for a text that looks right. The text
 * is in no UTF; its bytes are those from the first one that is not ASCII.
 */
export function rankEncodings(sample: Uint8Array): TextEncoding[] {
  const bytes = sample.subarray(0, sampleBytes);
  const fits = [
    ...doubleBytes.map((one) => ({ encoding: one.encoding, share: measureDoubleByteShare(bytes, one) })),
    ...alphabets.map(([encoding, languages]) => ({
      encoding,
      share: measureLatinShare(bytes, encoding, languages),
    })),
    ...scripts.map(([encoding, script]) => ({
      encoding,
      share: measureScriptShare(bytes, encoding, script),
    })),
  ];
  const usual = fits.find(({ encoding }) => encoding === 'windows-1252')!.share;
  const best = Math.max(...fits.map(({ share }) => share));
  if (best < rightShare || best < usual + margin) return [];
  const nearBest = fits.filter(({ share }) => share > best - margin / 2);
  return nearBest
    .sort((a, b) => b.share - a.share)
    .slice(0, likelyMax)
    .map(({ encoding }) => encoding);
}

/** The share of characters that texts in this encoding are written with, among those of two bytes and bytes that are none. */
function measureDoubleByteShare(bytes: Uint8Array, { encoding, firstLevel, syllables }: DoubleByte): number {
  const isWithin = (byte: number, [from, to]: readonly [number, number]): boolean =>
    byte >= from && byte <= to;
  // Punctuation and wide letters say nothing.
  const symbols: readonly [number, number] = encoding === 'shift_jis' ? [0x81, 0x81] : [0xa1, 0xa3];
  const trailMin = encoding === 'shift_jis' || encoding === 'big5' ? 0x40 : 0xa1;
  let [usual, syllable, other] = [0, 0, 0];
  for (let at = 0; at + 1 < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1]!;
    const isPair = trail >= trailMin && trail !== 0x7f && trail !== 0xff;
    if (isPair) at++;
    if (isPair && isWithin(lead, symbols)) continue;
    if (isPair && syllables !== null && isWithin(lead, syllables)) syllable++;
    else if (isPair && isWithin(lead, firstLevel)) usual++;
    else other++;
  }
  const all = usual + syllable + other;
  if (all === 0 || (syllables !== null && syllable < syllableShare * all)) return 0;
  return (usual + syllable) / all;
}

/** The share of letters that the best language of the encoding has, among letters and what is wrong. */
function measureLatinShare(bytes: Uint8Array, encoding: TextEncoding, languages: readonly string[]): number {
  const counts = new Map<string, number>();
  let wrong = 0;
  for (const part of decodeParts(bytes, encoding)) {
    const foreign = part.text.match(/[^\0-\x7f]/gu) ?? [];
    // No word in Latin script has three such letters in a row.
    if (part.isWrong || !isCased(part.text) || /[^\0-\x7f]{3}/.test(part.text)) wrong += foreign.length;
    else
      for (const letter of foreign.map((one) => one.toLowerCase()))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, wrong);
  if (all === 0) return 1;
  const shares = languages.map((letters) => {
    const letterCount = Array.from(letters).reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0);
    return letterCount / all;
  });
  return Math.max(...shares);
}

/** The share of letters in words of the script. */
function measureScriptShare(bytes: Uint8Array, encoding: TextEncoding, script: RegExp): number {
  let [right, wrong] = [0, 0];
  for (const part of decodeParts(bytes, encoding)) {
    const foreign = part.text.replaceAll(/[\0-\x7f]/g, '').length;
    if (!part.isWrong && isCased(part.text) && script.test(part.text)) right += foreign;
    else wrong += foreign;
  }
  return right + wrong === 0 ? 0 : right / (right + wrong);
}

/** The words and wrong characters of a text that are not in ASCII. */
function* decodeParts(
  bytes: Uint8Array,
  encoding: TextEncoding,
): Generator<{ text: string; isWrong: boolean }> {
  const text = new TextDecoder(encoding).decode(bytes);
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu))
    if (/[^\0-\x7f]/.test(word)) yield { text: word, isWrong: false };
  // Characters of no text, lines of boxes, and signs within or before words: `Pi³ka`, `£ódź`.
  const wrong =
    /[\ufffd\x80-\x9f\p{Co}\u2500-\u259f]|(?<=\p{L})[^\0-\x7f\p{L}\p{M}\p{P}\p{Z}\p{Cf}]+(?=\p{L})|(?<![\p{N}\p{L}])[\p{Sc}\p{No}](?=\p{L})|(?<=\p{L})[¿¡](?=\p{L})/gu;
  for (const [sign] of text.matchAll(wrong)) if (/[^\0-\x7f]/.test(sign)) yield { text: sign, isWrong: true };
}

/** Whether a word is in lower case, in capitals, or has one of them at its beginning. */
function isCased(word: string): boolean {
  return /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]*|[\p{Lu}\p{Lo}\p{M}]+)$/u.test(word);
}
