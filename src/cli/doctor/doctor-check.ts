/** `warn` needs attention soon, `fail` at once. */
type CheckState = 'ok' | 'warn' | 'fail';

/** One line of `vitrine doctor`. */
export interface DoctorCheck {
  readonly name: string;
  readonly state: CheckState;
  readonly detail: string;
  /** Says what to do, or null if nothing. */
  readonly hint: string | null;
}

export const createPassedCheck = (name: string, detail: string): DoctorCheck => ({
  name,
  state: 'ok',
  detail,
  hint: null,
});
export const warn = (name: string, detail: string, hint: string): DoctorCheck => ({
  name,
  state: 'warn',
  detail,
  hint,
});
export const fail = (name: string, detail: string, hint: string): DoctorCheck => ({
  name,
  state: 'fail',
  detail,
  hint,
});

/** Formats lines such as `ok    node     24.1.0`, each followed by its hint. */
export function formatChecks(checks: readonly DoctorCheck[]): string[] {
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  return checks.flatMap(({ name, state, detail, hint }) => [
    `${(state === 'fail' ? 'FAIL' : state).padEnd(4)}  ${name.padEnd(width)}  ${detail}`,
    ...(hint === null ? [] : [`${' '.repeat(width + 8)}${hint}`]),
  ]);
}
