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

/** What follows `start` in a text; empty if it starts otherwise. */
function startingWith(start: string, text: string): string {
  return text.startsWith(start) ? text.slice(start.length) : '';
}
