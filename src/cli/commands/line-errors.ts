import type { LineError } from '../../domain/catalog/import.ts';

const errorsShown = 20;

/** The first errors of an import, one line of output per line of the file. */
export function formatErrors({
  failed,
  errors,
}: {
  readonly failed: number;
  readonly errors: readonly LineError[];
}): string[] {
  const shown = errors.slice(0, errorsShown);
  return [
    ...shown.map(formatError),
    ...(failed > shown.length ? [`  and ${failed - shown.length} more errors`] : []),
  ];
}

/** `line 7: name is required`. */
function formatError({ line, detail, errors }: LineError): string {
  const details = errors.length === 0 ? [detail] : errors.map((error) => error.detail);
  const linePrefix = new RegExp(`\\bline ${line}(\\.| |: )`, 'g');
  return `  line ${line}: ${details.map((text) => text.replaceAll(linePrefix, '')).join('; ')}`;
}
