import type { AuditLine } from '@vitrine/sdk';

/** An operation in words: `changeRules` as "Change rules", `putDraft` as "Save draft". */
export function operationText(id: string): string {
  const words = id
    .replace(/^put(?=[A-Z])/, 'save')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const pastByVerb: Readonly<Record<string, string>> = {
  accept: 'Accepted',
  add: 'Added',
  begin: 'Began',
  change: 'Changed',
  complete: 'Completed',
  create: 'Created',
  delete: 'Deleted',
  discover: 'Looked for',
  end: 'Ended',
  erase: 'Erased',
  export: 'Exported',
  forget: 'Forgot',
  import: 'Imported',
  invite: 'Invited',
  learn: 'Trained',
  list: 'Listed',
  merge: 'Merged',
  preview: 'Previewed',
  publish: 'Published',
  put: 'Saved',
  remove: 'Removed',
  replay: 'Tried',
  report: 'Reported',
  retry: 'Retried',
  revoke: 'Revoked',
  run: 'Ran',
  start: 'Started',
  stop: 'Stopped',
  test: 'Tested',
};
const wholeSentences: Readonly<Record<string, string>> = {
  signIn: 'Signed in',
  signOut: 'Signed out',
  signOutEverywhere: 'Signed out everywhere',
  completeProviderSignIn: 'Signed in with the identity provider',
  changePassword: 'Changed the password',
  backup: 'Downloaded a backup',
  startBackup: 'Started a backup',
};
const takenBack = 'takeBackVersion';

/** What was done, as a sentence: “Changed the rules”, “Created the key “nightly””, or what was tried without success. */
export function lineText({
  operation,
  outcome,
  target,
}: Pick<AuditLine, 'operation' | 'outcome' | 'target'>): string {
  const about = target === null || target === '' ? '' : ` “${target}”`;
  if (outcome !== 'done') {
    const tried = operationText(operation);
    return `Tried: ${tried.charAt(0).toLowerCase()}${tried.slice(1)}${about}`;
  }
  const whole = wholeSentences[operation];
  if (whole !== undefined) return `${whole}${about}`;
  if (operation === takenBack) return `Took back version${target === null ? '' : ` ${target}`}`;
  const [verb = '', ...words] = operationText(operation.replace(/^put(?=[A-Z])/, 'Put'))
    .toLowerCase()
    .trim()
    .split(' ');
  const past = pastByVerb[verb];
  return past === undefined
    ? `${operationText(operation)}${about}`
    : `${past} the ${words.join(' ')}${about}`;
}

/** Operations whose changes are in the history of the project, before and after. */
const inHistory =
  /^(changeRules|changeSettings|changeSynonyms|publishDraft|takeBackVersion|(put|delete)(Collection|Placement))$/;

/** Whether the history of a project shows what a line changed. */
export function isInHistory({ operation, outcome, project }: AuditLine): boolean {
  return project !== null && outcome === 'done' && inHistory.test(operation);
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
