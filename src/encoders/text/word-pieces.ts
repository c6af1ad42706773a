/**
 * The WordPiece tokenizer of BERT's uncased models (Devlin et al., 2018). Text is cleaned, lower-cased without
 * accents, and split at whitespace, at each punctuation mark and around each Chinese character. Each word is then
 * split into the longest pieces of the vocabulary, from its beginning.
 */
export interface WordPieces {
  /** Token ids between [CLS] and [SEP], at most `tokensMax` of them; longer texts are truncated. */
  encode(text: string, tokensMax: number): number[];
}

/** Longer words are unknown as a whole. */
const wordLengthMax = 100;
const continuation = '##';

/** Characters that are words by themselves, as in BERT's tables: ideographs, but neither kana nor hangul. */
const ideograph =
  /[\u{4E00}-\u{9FFF}\u{3400}-\u{4DBF}\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B820}-\u{2CEAF}\u{F900}-\u{FAFF}\u{2F800}-\u{2FA1F}]/gu;
const control = /[\p{Cc}\p{Cf}\p{Co}\u{FFFD}]/gu;
/** All of ASCII other than letters, digits and blanks is punctuation, such as `$` and `^`. */
const wordOrMark = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;

/** Creates a tokenizer. `vocabulary` has one piece per line, whose line number is its id. @throws Error where a special token is missing */
export function parseWordPieces(vocabulary: string): WordPieces {
  const ids = new Map<string, number>();
  vocabulary
    .replace(/\n$/, '')
    .split('\n')
    .forEach((line, id) => ids.set(line.replace(/\r$/, ''), id));
  const findSpecialToken = (token: string): number => {
    const id = ids.get(token);
    if (id === undefined) throw new Error(`The vocabulary has no ${token}: it is not one of BERT's`);
    return id;
  };
  const [first, last, unknown] = [
    findSpecialToken('[CLS]'),
    findSpecialToken('[SEP]'),
    findSpecialToken('[UNK]'),
  ];
  return {
    encode: (text, tokensMax) => {
      const tokens = [first];
      for (const word of splitWords(text)) {
        if (tokens.length >= tokensMax - 1) break;
        tokens.push(...splitPieces(word, ids, unknown));
      }
      tokens.length = Math.min(tokens.length, tokensMax - 1);
      tokens.push(last);
      return tokens;
    },
  };
}

/** Words and punctuation marks in their lookup form. */
function splitWords(text: string): string[] {
  const clean = text.replace(/\s/gu, ' ').replace(control, '').replace(ideograph, ' $& ');
  // Lower case comes first, as some capital letters get an accent only in lower case.
  const folded = clean
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  return folded.match(wordOrMark) ?? [];
}

/** The longest pieces from the left; a word that cannot be split completely is unknown as a whole. */
function splitPieces(word: string, ids: ReadonlyMap<string, number>, unknown: number): number[] {
  const letters = Array.from(word);
  if (letters.length > wordLengthMax) return [unknown];
  const pieces: number[] = [];
  for (let start = 0; start < letters.length;) {
    let end = letters.length;
    let id: number | undefined;
    for (; end > start; end--) {
      id = ids.get((start === 0 ? '' : continuation) + letters.slice(start, end).join(''));
      if (id !== undefined) break;
    }
    if (id === undefined) return [unknown];
    pieces.push(id);
    start = end;
  }
  return pieces;
}
