import type { ScheduledBackups } from '../../domain/backups/scheduled-backups.ts';
import { checkAdministers } from '../../domain/projects/grants.ts';
import {
  defineListSchema,
  defineComponent,
  defineObjectSchema,
  addNullToSchema,
} from '../../domain/contract/schema.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { createJsonReply } from '../replies/reply.ts';
import {
  describeBoolean,
  describeCount,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from '../schemas/schemas.ts';

const tag = 'Administration';
const admin = { kind: 'admin' } as const;

const progress = defineComponent(
  'BackupProgress',
  defineObjectSchema({
    startedAt: describeTimestamp(),
    step: describeChoice(['waiting', 'copying', 'sending', 'verifying'], '`waiting`: for another backup.'),
    done: describeCount('Files of this step that are done.'),
    total: describeCount('The number of all files of this step. 0 means that it is not known yet.'),
  }),
);
const backupsReply = describeReply('BackupsReply', {
  destination: describeString('The folder or store of the backups.'),
  scheduled: describeBoolean('Whether backups are made on a schedule, by `VITRINE_BACKUP_TO`.'),
  nextAt: addNullToSchema(describeTimestamp('When the next one is due.')),
  running: addNullToSchema(progress),
  failure: addNullToSchema(
    describeString('Why the last attempt failed, or why the destination cannot be read.'),
  ),
  overdue: describeBoolean('Whether the newest backup is older than the schedule allows.'),
  backups: defineListSchema(
    defineComponent(
      'StoredBackup',
      defineObjectSchema({
        name: describeString(),
        at: describeTimestamp('When it began.'),
        bytes: describeCount(),
        verified: describeBoolean(
          'Whether it was read again and equals its manifest. Otherwise it is incomplete.',
        ),
      }),
    ),
    { description: 'Newest first.' },
  ),
});
const progressReply = describeReply('BackupStarted', { running: progress });

/** The backups of a service: scheduled ones, and those that somebody asks for. */
export type ServiceBackups = Pick<ScheduledBackups, 'status' | 'listBackups' | 'backUpNow'>;

/** Lists backups and starts one. */
export function createBackupOperations({ backups }: { backups: ServiceBackups }): Operation[] {
  return [
    defineOperation({
      id: 'listBackups',
      method: 'GET',
      path: '/admin/backups',
      tag,
      summary: 'List backups, with the one in progress and the next one',
      description: 'Scheduled ones, and those of `POST /admin/backups`.',
      access: admin,
      status: 200,
      reply: backupsReply,
      handle: async ({ key }) => {
        checkAdministers(key, null);
        const { stored, unreadable } = await listStoredBackups(backups);
        const { place: destination, scheduled, nextAt, running, failure, isOverdue } = backups.status();
        // Without the part of a second, as names have none.
        const since = running === null ? Infinity : running.startedAt - (running.startedAt % 1_000);
        return createJsonReply(200, {
          destination,
          scheduled,
          nextAt,
          running,
          overdue: isOverdue,
          failure: unreadable ?? failure,
          backups: stored.map(({ name, at, bytes, isComplete }) => ({
            name,
            at,
            bytes,
            verified: isComplete && at < since,
          })),
        });
      },
    }),
    defineOperation({
      id: 'startBackup',
      method: 'POST',
      path: '/admin/backups',
      tag,
      summary: 'Start a backup',
      description:
        'To the destination of scheduled backups, otherwise to `backups` in the data folder. If a backup is in progress, no other one starts. Replies at once; `GET /admin/backups` shows the progress.',
      access: admin,
      status: 202,
      reply: progressReply,
      handle: ({ key }) => {
        checkAdministers(key, null);
        return createJsonReply(202, { running: backups.backUpNow() });
      },
    }),
  ];
}

/** A store that cannot be read is not an error of the request: the reply says why. */
async function listStoredBackups(
  backups: ServiceBackups,
): Promise<{ stored: Awaited<ReturnType<ServiceBackups['listBackups']>>; unreadable: string | null }> {
  try {
    return { stored: await backups.listBackups(), unreadable: null };
  } catch (error) {
    return { stored: [], unreadable: error instanceof Error ? error.message : String(error) };
  }
}
