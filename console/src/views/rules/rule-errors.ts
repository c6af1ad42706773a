import { VitrineError, type Warning } from '@vitrine/sdk';
import { capitalized } from '../../parts/formats.ts';
import type { DraftError } from './rule-status.ts';

/** The error of a member of a rule and of what it contains, by path: `pin[0]`, `when[1].query`; '' of the rule itself. */
export type ErrorAt = (path: string) => string | undefined;

/** The errors of the rule at an index, for its form. Errors in the reply of the service have paths as `rules[3].pin[0].id`. */
export function errorsOf(error: unknown, own: readonly DraftError[], index: number): ErrorAt {
  const replied = (error instanceof VitrineError ? error.errors : []).flatMap((one) =>
    memberError(one, index),
  );
  const errors = [...own, ...replied];
  return (path) =>
    errors.find((one) =>
      path === '' ? one.path === '' : one.path === path || /^[.[]/.test(startingWith(path, one.path)),
    )?.detail;
}

export function warningsOf(warnings: readonly Warning[] | undefined, index: number): string[] {
  const prefix = `rules[${index}].`;
  return (warnings ?? [])
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ detail }) => capitalized(detail.replaceAll(prefix, '')));
}

/** The index of the first rule with an error. */
export function indexOfError(error: unknown): number | null {
  const path = error instanceof VitrineError ? error.errors[0]?.path : undefined;
  const index = /^rules\[(\d+)\]/.exec(path ?? '')?.[1];
  return index === undefined ? null : Number(index);
}

function memberError({ path, detail }: DraftError, index: number): DraftError[] {
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

/** What follows `start` in a text; empty if it starts otherwise. */
function startingWith(start: string, text: string): string {
  return text.startsWith(start) ? text.slice(start.length) : '';
}
