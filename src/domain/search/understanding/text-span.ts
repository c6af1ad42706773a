/** Where something is in a text, in UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export function overlap(one: TextSpan, other: TextSpan): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The text without the spans. */
export function without(text: string, spans: readonly TextSpan[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    left += `${text.slice(at, start)} `;
    at = end;
  }
  return (left + text.slice(at)).trim();
}
