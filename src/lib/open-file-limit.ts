import { readFileSync } from 'node:fs';

/** The maximum of open files of this process, as /proc/self/limits tells it; null means none, or unknown, as on other systems. */
export function openFileLimit(): number | null {
  try {
    return parseOpenFileLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return null;
  }
}

/** `limits` is the text of that file. Node raises its soft limit to the hard one when it starts. */
export function parseOpenFileLimit(limits: string): number | null {
  const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
  return soft === undefined ? null : Number(soft);
}
