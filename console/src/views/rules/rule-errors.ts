import { VitrineError, type Warning } from '@vitrine/sdk';
import { errorAtOf, type ErrorAt, type FieldError } from '../../app/field-errors.ts';
import { capitalized } from '../../parts/formats.ts';

/** The errors of the rule at an index, for its form. Errors in the reply of the service have paths as `rules[3].pin[0].id`. */
export function errorsOf(error: unknown, own: readonly FieldError[], index: number): ErrorAt {
  const replied = (error instanceof VitrineError ? error.errors : []).flatMap((one) =>
    memberError(one, index),
  );
  return errorAtOf([...own, ...replied]);
}

export function warningsOf(warnings: readonly Warning[] | undefined, index: number): string[] {
  const prefix = `rules[${index}].`;
  return (warnings ?? [])
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ detail }) => capitalized(detail.replaceAll(prefix, '')));
}

function memberError({ path, detail }: FieldError, index: number): FieldError[] {
  const rule = `rules[${index}]`;
  if (path === rule) return [{ path: '', detail: detail.replaceAll(rule, 'The rule') }];
  if (!path.startsWith(`${rule}.`)) return [];
  const member = path.slice(rule.length + 1);
  // A single condition and a single boost are no list, but the first row of the form.
  const inList = /^(boost|bury)$/.test(member)
    ? `${member}[0].filter`
    : member.replace(/^when\./, 'when[0].');
  return [{ path: inList, detail: capitalized(detail.replaceAll(`${rule}.`, '')) }];
}
