import type { FrontSettings, SettingsChanges } from '@vitrine/sdk';

export type FrontChanges = NonNullable<SettingsChanges['front']>;

/** The members of the settings that were edited. A text that was removed is null, which restores that of the language. */
export function listChanges(saved: FrontSettings, edited: FrontSettings): FrontChanges {
  const changed = Object.entries(edited).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof FrontSettings]),
  );
  const changes: Record<string, unknown> = Object.fromEntries(changed);
  if ('texts' in changes) changes['texts'] = listTextChanges(saved.texts, edited.texts);
  return changes as FrontChanges;
}

function listTextChanges(
  saved: FrontSettings['texts'],
  edited: FrontSettings['texts'],
): Record<string, string | null> {
  const removed = Object.keys(saved).filter((key) => !(key in edited));
  const changed = Object.entries(edited).filter(([key, text]) => text !== saved[key]);
  return { ...Object.fromEntries(removed.map((key) => [key, null])), ...Object.fromEntries(changed) };
}
