/**
 * Edit distance where a typo in the first letter of `word` costs 1 if it is the only one and the word has five letters, else 3 or
 * more, so that it exceeds all limits.
 */
export function naiveDistances(word: string, term: string): { full: number; prefix: number } {
  const { full, prefix } = alignmentDistances(word, term);
  if (word.length < 5) return { full, prefix };
  const rest = word.slice(1);
  const swapped = word[1]! + word[0]! + word.slice(2);
  const isFirst = (equal: (candidate: string, sought: string) => boolean): boolean =>
    equal(term, rest) ||
    equal(term, swapped) ||
    (term !== '' && (equal(term.slice(1), rest) || equal(term.slice(1), word)));
  const isFirstOnly = isFirst((candidate, sought) => candidate === sought);
  const isFirstOfPrefix = isFirst((candidate, sought) => candidate.startsWith(sought));
  return {
    full: isFirstOnly ? Math.min(full, 1) : full,
    prefix: isFirstOfPrefix ? Math.min(prefix, 1) : prefix,
  };
}

/** Optimal string alignment by the textbook table; a typo in the first letter of `word` costs 3. */
function alignmentDistances(word: string, term: string): { full: number; prefix: number } {
  const table = Array.from({ length: word.length + 1 }, () => Array<number>(term.length + 1).fill(99));
  table[0]![0] = 0;
  for (let i = 0; i <= word.length; i++) {
    for (let j = i === 0 ? 1 : 0; j <= term.length; j++) {
      let best = 99;
      if (j > 0) best = Math.min(best, table[i]![j - 1]! + (i === 0 ? 3 : 1));
      if (i > 0) best = Math.min(best, table[i - 1]![j]! + (i === 1 ? 3 : 1));
      if (i > 0 && j > 0) {
        const same = word[i - 1] === term[j - 1];
        best = Math.min(best, table[i - 1]![j - 1]! + (same ? 0 : i === 1 ? 3 : 1));
        if (i > 1 && j > 1 && word[i - 1] === term[j - 2] && word[i - 2] === term[j - 1]) {
          best = Math.min(best, table[i - 2]![j - 2]! + (i === 2 ? 3 : 1));
        }
      }
      table[i]![j] = best;
    }
  }
  const last = table[word.length]!;
  return { full: last[term.length]!, prefix: Math.min(...last) };
}
