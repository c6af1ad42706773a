import { VitrineError } from '@vitrine/sdk';

/** An error of a member, by its path in what is edited: `pin[0].id`. */
export interface FieldError {
  readonly path: string;
  readonly detail: string;
}

/** The error of a member and of what it contains, by path: `pin[0]`, `when[1].query`; '' of the whole itself. */
export type ErrorAt = (path: string) => string | undefined;

export function errorAtOf(errors: readonly FieldError[]): ErrorAt {
  return (path) =>
    errors.find((one) =>
      path === '' ? one.path === '' : one.path === path || /^[.[]/.test(startingWith(path, one.path)),
    )?.detail;
}

/** The index of the first element of a list with an error of the service; null: none. `list`: its path. */
export function indexOfError(error: unknown, list: string): number | null {
  const path = error instanceof VitrineError ? (error.errors[0]?.path ?? '') : '';
  const index = /^\[(\d+)\]/.exec(startingWith(list, path))?.[1];
  return index === undefined ? null : Number(index);
}

/** What follows `start` in a text; empty if it starts otherwise. */
function startingWith(start: string, text: string): string {
  return text.startsWith(start) ? text.slice(start.length) : '';
}
