import type { QuerySpan } from '../../../ports/search/query-analyzer.ts';

/**
 * Words that exclude what follows or precedes them: "shoes no red", "Tee ohne Zucker", "赤以外". All languages are read at once, as shoppers
 * mix them.
 */

const before = [
  "no|not|non|but not|except(?: for)?|excluding|exclude|without|w/o|minus|other than|apart from|anything but|(?:do not|don['’]?t) want|isn['’]?t|aren['’]?t",
  'ohne|kein(?:e[nmrs]?)?|nicht|außer|ausser|ausgenommen|bloß nicht',
  'sans|pas(?: de)?|ni|sauf|hormis|excepté|hors|autres? que',
  'sin|excepto|salvo|menos|que no sean?',
  'senza|eccetto|tranne|escluso|esclusi|né',
  'zonder|geen|niet|behalve|uitgezonderd',
  'sem|não|nao|exceto|nem',
  'utan|inte|utom|uden|ikke|undtagen|uten|unntatt|ingen|inget|inga',
  'ilman|paitsi',
  'bez|nie|oprócz|ne|kromě|okrem|без|не|кроме|крім|fără|fara|nem',
  'بدون|غير|ليس|ما عدا|ללא|בלי|לא|बिना',
].join('|');
/** Written next to the value, without a blank. */
const beforeInChinese = '不要|不含|不是|除了|非|没有|無|无';
/** Articles between the word and the value: "not the red one", "pas de rouge". */
const articles =
  "the|an?|any|in|der|die|das|de[nmrs]|eine?[mnrs]?|d['’]|du|la|les?|l['’]|des|el|l[oa]s|una?|il|gli|het|een|os?|as?|uma?|colou?rs?|brands?|sizes?";
/** Conjunctions between values that one word excludes: "no red or blue". */
const conjunctions = 'and|or|nor|und|oder|noch|et|ou|ni|y|e|o|né|en|of|noch|och|eller|og|i|lub|и|или|ve|veya';

const excludedBefore = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${before})(?:[\\s-]+(?:${articles})(?![\\p{L}\\p{N}]))*[\\s-]+|(?:${beforeInChinese})|(?<=^|\\s)[-−])$`,
  'iu',
);
const excludedAfter =
  /^\s?(?:以外|なし|抜き|じゃない|ではない|を除く|除外|(?:이|가|은|는|을|를)?\s?(?:없는|없이|제외|빼고|말고|아닌)|(?:excluded|excepted|ausgenommen|hariç|haric|olmayan|dışında|değil|nélkül|kivéve)(?!\p{L}))/iu;
/** Words after a value that may be part of a name: "sugar-free gum". */
const freeAfter = /^(?:[\s-]?(?:free|freie?[mnrs]?|vrij|fritt|frit)|-less)(?!\p{L})/iu;
const conjunction = new RegExp(
  `^\\s*(?:,|,?\\s*(?<!\\p{L})(?:${conjunctions})(?!\\p{L}))(?:\\s+(?:${articles})(?!\\p{L}))*\\s*$`,
  'iu',
);

/** The text before a value that is read, in characters. */
const beforeMax = 60;

/** The form in which a text excludes a value. */
export type Negation =
  /** The value with the words that exclude it. */
  | { readonly kind: 'excluded'; readonly span: QuerySpan }
  /** Something is free of the value, which may be its name: no filter can tell. */
  | { readonly kind: 'free' };

/** Finds how a text excludes the value at `span`, or returns null. `previous` is the value before it, if that is excluded. */
export function findNegation(text: string, span: QuerySpan, previous: QuerySpan | null): Negation | null {
  if (freeAfter.test(text.slice(span.end))) return { kind: 'free' };
  const readFrom = Math.max(0, span.start - beforeMax);
  const word = excludedBefore.exec(text.slice(readFrom, span.start));
  if (word !== null) return { kind: 'excluded', span: { start: readFrom + word.index, end: span.end } };
  const suffix = excludedAfter.exec(text.slice(span.end));
  if (suffix !== null)
    return { kind: 'excluded', span: { start: span.start, end: span.end + suffix[0].length } };
  if (previous === null) return null;
  const between = text.slice(previous.end, span.start);
  if (!conjunction.test(between)) return null;
  const start = span.start - between.trimStart().length;
  return { kind: 'excluded', span: { start, end: span.end } };
}
