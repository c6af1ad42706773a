import { isAbsolute, resolve } from 'node:path';
import type { BackupLocation, BackupPlan, BackupSchedule } from '../ports/operation/backups.ts';
import { readAwsKeys, ConfigError, parseWebAddress, parseWholeNumber, type Environment } from './values.ts';

/** The variables of scheduled backups, with their defaults. */
export const backupVariables = {
  VITRINE_BACKUP_TO: '',
  VITRINE_BACKUP_SCHEDULE: '03:00',
  VITRINE_BACKUP_KEEP: '14',
  VITRINE_BACKUP_KEEP_DAYS: '',
  VITRINE_BACKUP_S3_ENDPOINT: '',
  VITRINE_BACKUP_S3_REGION: 'us-east-1',
} as const;

type Read = (name: keyof typeof backupVariables) => string;

/** Null means that no backups are scheduled. @throws ConfigError */
export function readBackupPlan(environment: Environment): BackupPlan | null {
  const read: Read = (name) => environment[name]?.trim() || backupVariables[name];
  const to = read('VITRINE_BACKUP_TO');
  if (to === '') return null;
  const days = read('VITRINE_BACKUP_KEEP_DAYS');
  return {
    location: parseBackupLocation('VITRINE_BACKUP_TO', to, environment),
    schedule: schedule('VITRINE_BACKUP_SCHEDULE', read('VITRINE_BACKUP_SCHEDULE')),
    countMax: parseWholeNumber('VITRINE_BACKUP_KEEP', read('VITRINE_BACKUP_KEEP'), 1, 1_000),
    daysMax: days === '' ? null : parseWholeNumber('VITRINE_BACKUP_KEEP_DAYS', days, 1, 3_650),
  };
}

/**
 * Reads a folder, or `s3://bucket/prefix` with endpoint, region and keys of the environment. `name` is the variable or argument.
 * @throws ConfigError
 */
export function parseBackupLocation(name: string, value: string, environment: Environment): BackupLocation {
  if (!value.startsWith('s3://')) {
    // A relative path would depend on where the service was started.
    if (!isAbsolute(value))
      throw new ConfigError(name, value, 'an absolute path of a folder, or s3://bucket/prefix');
    return { kind: 'folder', folder: resolve(value) };
  }
  const read: Read = (variable) => environment[variable]?.trim() || backupVariables[variable];
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/.exec(value) ?? [];
  const prefix = rest.replace(/(?<!\/)\/+$/, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(name, value, 's3:// with the name of a bucket, as s3://bucket/prefix');
  const parts = prefix.split('/');
  if (!/^[\w!.*'()/-]{0,500}$/.test(prefix) || (prefix !== '' && parts.some((one) => /^\.{0,2}$/.test(one))))
    throw new ConfigError(
      name,
      value,
      "a prefix of up to 500 letters, digits and !-_.*'()/, without empty parts",
    );
  const region = read('VITRINE_BACKUP_S3_REGION');
  if (!/^[a-z0-9-]{1,40}$/i.test(region))
    throw new ConfigError('VITRINE_BACKUP_S3_REGION', region, 'the name of a region, as eu-central-1');
  const endpoint =
    parseWebAddress('VITRINE_BACKUP_S3_ENDPOINT', read('VITRINE_BACKUP_S3_ENDPOINT')) ??
    `https://s3.${region}.amazonaws.com`;
  if (new URL(endpoint).origin !== endpoint)
    throw new ConfigError(
      'VITRINE_BACKUP_S3_ENDPOINT',
      hidePassword(endpoint),
      'an address without a path, as https://s3.example.com',
    );
  return {
    kind: 's3',
    endpoint,
    region,
    bucket,
    prefix,
    keys: readAwsKeys(environment, `${name} is an s3 address`),
  };
}

/** Hides a password that the address might contain. */
function hidePassword(endpoint: string): string {
  const url = new URL(endpoint);
  return url.username === '' && url.password === '' ? endpoint : `${url.protocol}//***@${url.host}`;
}

function schedule(name: string, value: string): BackupSchedule {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? [];
  if (hours !== undefined) return { dailyAt: 60 * Number(hours) + Number(minutes) };
  const every = Number(/^(\d{1,3})h$/.exec(value)?.[1] ?? 0);
  if (every < 1 || every > 168)
    throw new ConfigError(name, value, 'a time of day in UTC, as 03:00, or every 1 to 168 hours, as 6h');
  return { everyHours: every };
}
