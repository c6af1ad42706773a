import type { Analyzer } from '../language/analyzer.ts';
import { analyzeQuery, type QueryWord } from '../language/query-words.ts';
import type { IndexDocument } from '../schema/document.ts';

interface Indexed {
  readonly source: IndexDocument;
}

/** Whether the document is in the category that the words name: the longest end of them (in French, beginning) that is a name of one. */
export function isInNamedCategory(
  { source }: Indexed,
  words: readonly QueryWord[],
  all: Iterable<Indexed>,
  analyzer: Analyzer,
): boolean {
  const known = new Set([...all].flatMap((one) => [...readNames(one.source, analyzer)]));
  const plain = words.filter(({ numeric }) => !numeric).map(({ stem }) => stem);
  const ends = [4, 3, 2, 1].map((length) =>
    analyzer.headFirst ? plain.slice(0, length) : plain.slice(-length),
  );
  const name = ends.map((end) => end.join(' ')).find((end) => end !== '' && known.has(end));
  return name !== undefined && readNames(source, analyzer).has(name);
}

/** As stems joined by blanks. */
function readNames({ values }: IndexDocument, analyzer: Analyzer): ReadonlySet<string> {
  const texts = values
    .filter(({ field }) => field === 'category')
    .flatMap(({ value }) => String(value).split('>'))
    .flatMap((level) => [level, ...level.split(' & ')]);
  return new Set(
    texts.map((text) =>
      analyzeQuery(text, analyzer)
        .words.map(({ stem }) => stem)
        .join(' '),
    ),
  );
}
