import type { AuditLine } from '@vitrine/sdk';

/** An operation in words: `changeRules` as "Change rules", `putDraft` as "Save draft". */
export function operationText(id: string): string {
  const words = id
    .replace(/^put(?=[A-Z])/, 'save')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who it was, in a table. */
export function actorText({ kind, name }: AuditLine['actor']): string {
  if (kind === 'unknown') return 'Unknown address';
  if (kind === 'key') return `Key ${name}`;
  // The first owner, before there was a name.
  return name === 'console' ? 'First owner' : name;
}

/** The outcome: a code as words. */
export function outcomeText(outcome: string): string {
  return outcome === 'done' ? 'Done' : operationText(outcome.replaceAll('_', ' '));
}
