import { splitTexts } from './text-list.ts';

/** A member of the context. */
export interface ContextDraft {
  readonly name: string;
  /** Separated by commas. */
  readonly values: string;
}

/** Pairs as the API takes them; undefined: none is complete. */
export function contextOf(
  pairs: readonly ContextDraft[],
): Record<string, string | readonly string[]> | undefined {
  const complete = pairs.flatMap(({ name, values }) => {
    const texts = splitTexts(values);
    const [first] = texts;
    if (name.trim() === '' || first === undefined) return [];
    return [[name.trim(), texts.length === 1 ? first : texts] as const];
  });
  return complete.length === 0 ? undefined : Object.fromEntries(complete);
}
