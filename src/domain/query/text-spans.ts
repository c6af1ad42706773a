import type { QuerySpan, TextEdit } from '../../ports/search/query-analyzer.ts';

export function haveOverlap(one: QuerySpan, other: QuerySpan): boolean {
  return one.start < other.end && other.start < one.end;
}

/** A text with spaces in place of these parts, so that the others stay where they are. */
export const blankOut = (text: string, spans: readonly QuerySpan[]): string =>
  spans.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );

/** A text with edits, in its order and without overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [edited, done] = ['', 0];
  for (const { start, end, text: replacement } of edits) {
    edited += text.slice(done, start) + replacement;
    done = end;
  }
  return edited + text.slice(done);
}
