import type { Command } from './commands.ts';
import { readStored, writeStored } from './browser-storage.ts';

const recentMax = 5;
const textLengthMax = 200;

interface StoredCommand {
  readonly key: string;
  readonly icon: Command['icon'];
  readonly text: string;
  readonly note?: string;
  readonly to?: string;
}

/** The commands that a user chose last in a project, newest first. Those that are not offered any more, or not to this user, are left out. */
export function listRecent(
  user: string,
  project: string | null,
  offered: readonly Command[],
): readonly Command[] {
  return readRecent(user, project).flatMap((stored): Command[] => {
    const current = offered.find(({ key }) => key === stored.key);
    if (current !== undefined) return [{ ...current, key: `recent ${stored.key}`, group: 'Recent' }];
    // Items are searched, so they are not among the commands.
    return stored.key.startsWith('item ')
      ? [{ ...stored, key: `recent ${stored.key}`, group: 'Recent' }]
      : [];
  });
}

export function rememberCommand(user: string, project: string | null, command: Command): void {
  if (command.run !== undefined || command.group === 'In the guides') return;
  const key = command.key.replace(/^recent /, '');
  const { icon, text, note, to } = command;
  const stored: StoredCommand = {
    key,
    icon,
    text: text.slice(0, textLengthMax),
    ...(note === undefined ? {} : { note: note.slice(0, textLengthMax) }),
    ...(to === undefined ? {} : { to }),
  };
  const others = readRecent(user, project).filter((one) => one.key !== key);
  writeStored(toName(user, project), [stored, ...others].slice(0, recentMax));
}

function readRecent(user: string, project: string | null): readonly StoredCommand[] {
  const value = readStored(toName(user, project));
  return Array.isArray(value) ? value.filter(isStoredCommand) : [];
}

function isStoredCommand(value: unknown): value is StoredCommand {
  return (
    value !== null &&
    typeof value === 'object' &&
    'key' in value &&
    typeof value.key === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

function toName(user: string, project: string | null): string {
  return `recent ${user} ${project ?? ''}`;
}
