import type { Config } from '../../config.ts';
import { isOverdue } from '../../domain/backups/backup-schedule.ts';
import { listBackups } from '../stored-backup.ts';
import { fail, createPassedCheck, warn, type DoctorCheck } from './doctor-check.ts';

/** Checks the newest backup in the configured store. */
export async function checkBackups(
  { backups: plan }: Pick<Config, 'backups'>,
  now: number,
): Promise<DoctorCheck> {
  if (plan === null)
    return warn('backup', 'none are scheduled', 'Set VITRINE_BACKUP_TO: see the guide “Back up and restore”');
  try {
    const { place, backups } = await listBackups(plan.location);
    const newest = backups.find(({ isComplete }) => isComplete);
    if (newest === undefined)
      return fail('backup', `none in ${place}`, 'Start the service, and see its log for the reason');
    const hours = Math.max(0, (now - newest.at) / 3_600_000);
    const detail = `${newest.name} in ${place}, ${hours.toFixed(0)} hours old`;
    return isOverdue(plan.schedule, newest.at, now)
      ? fail('backup', detail, 'It is older than the schedule allows: start the service, and see its log')
      : createPassedCheck('backup', detail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail('backup', reason, 'Check VITRINE_BACKUP_TO, the keys, and whether the store can be reached');
  }
}
