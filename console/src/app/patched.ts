/** How a form writes one member of an object. */
export interface Member<Draft> {
  readonly name: string;
  /** The fields of the draft that it depends on. */
  readonly fields: readonly (keyof Draft)[];
  /** Undefined removes the member. */
  readonly write: (draft: Draft) => unknown;
}

/**
 * The original with the members that were edited. All others are kept as they are, also those that the form does not know.
 * `read` converts an object to a draft.
 */
export function patched<T extends object, Draft>(
  original: T | null,
  draft: Draft,
  read: (original: T) => Draft,
  members: readonly Member<Draft>[],
): T {
  const before: Draft | null = original === null ? null : read(original);
  const result: Record<string, unknown> = { ...original };
  for (const { name, fields, write } of members) {
    if (before != null && fields.every((field) => isSame(draft[field], before[field]))) continue;
    const value = write(draft);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result as T;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
