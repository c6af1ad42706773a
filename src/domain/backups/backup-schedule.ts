import type { BackupPlan, BackupSchedule } from '../../ports/operation/backups.ts';
import { dayMs } from '../../lib/days.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** All names of scheduled backups begin with it. */
export const nameStart = 'vitrine-';
const namePattern = /^vitrine-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The name of the backup that begins at `at`, to the second: `vitrine-20260131T030000Z`. */
export function formatBackupName(at: number): string {
  return `${nameStart}${new Date(at).toISOString().replaceAll(/[:-]|\.\d+/g, '')}`;
}

/** When a scheduled backup began, by its name, or null if it is not one, and is never deleted. */
export function parseBackupTime(name: string): number | null {
  const [, ...parts] = namePattern.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 0, ...rest] = parts.map(Number);
  const at = Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
  return formatBackupName(at) === name ? at : null;
}

/** Whether a backup is due. `lastAt` is when the newest complete one began, or null if there is none. */
export function isDue(schedule: BackupSchedule | null, lastAt: number | null, now: number): boolean {
  if (schedule === null) return false;
  if (lastAt === null) return true;
  if ('everyHours' in schedule) return now - lastAt >= schedule.everyHours * hourMs;
  const today = now - (now % dayMs) + schedule.dailyAt * minuteMs;
  return lastAt < (today <= now ? today : today - dayMs);
}

/** Returns when the next backup is due, or null if none is scheduled. */
export function computeNextBackup(
  schedule: BackupSchedule | null,
  lastAt: number | null,
  now: number,
): number | null {
  if (schedule === null) return null;
  if (isDue(schedule, lastAt, now) || lastAt === null) return now;
  if ('everyHours' in schedule) return lastAt + schedule.everyHours * hourMs;
  const today = now - (now % dayMs) + schedule.dailyAt * minuteMs;
  return today > now ? today : today + dayMs;
}

/** Whether the newest backup is older than one and a half intervals and an hour, so that one was missed. */
export function isOverdue(schedule: BackupSchedule | null, lastAt: number, now: number): boolean {
  if (schedule === null) return false;
  const intervalMs = 'everyHours' in schedule ? schedule.everyHours * hourMs : dayMs;
  return now - lastAt > 1.5 * intervalMs + hourMs;
}

/** Returns the names of the backups to delete. `complete` is in the order newest first; the first is always kept. */
export function selectExpiredBackups(
  complete: readonly { readonly name: string; readonly at: number }[],
  { countMax, daysMax }: Pick<BackupPlan, 'countMax' | 'daysMax'>,
  now: number,
): string[] {
  const isExpired = (at: number, i: number): boolean =>
    i > 0 && ((countMax !== null && i >= countMax) || (daysMax !== null && now - at > daysMax * dayMs));
  return complete.filter(({ at }, i) => isExpired(at, i)).map(({ name }) => name);
}
