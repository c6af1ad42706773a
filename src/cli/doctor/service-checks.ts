import type { PictureHostTimes } from '../../domain/catalog/picture-timings.ts';
import type { PictureFailureGroup } from '../../ports/pictures/pictures.ts';
import { callOperation, CommandError, send, type ApiClient } from '../api-client.ts';
import { version } from '../../lib/package-root.ts';
import { fail, createPassedCheck, warn, type DoctorCheck } from './doctor-check.ts';
import { checkClock, differentVectorsHint } from './environment-checks.ts';
import { checkPictureHosts, checkSlowPictures, type HostFailures } from './picture-check.ts';

/** Parts of `/ready` without which nothing works. */
const needed = new Set(['storage', 'console', 'service']);
const hints: Readonly<Record<string, string>> = {
  storage: 'See the log of the service, and the guide “Operate Vitrine” under Troubleshoot',
  writes: 'Free space on the disk, or repair the cluster',
  imageModel: 'Check VITRINE_IMAGE_MODEL, or restore the file from the release, and restart',
  textModel: 'Check VITRINE_TEXT_MODEL; keyword search still works',
  multilingualModel: 'Restore models/multilingual from the release, and restart; keyword search still works',
  versions: 'Complete the update: restart the processes of the earlier version with the new one',
  backups: 'See the log, and `vitrine backup verify`',
};

interface Ready {
  readonly parts: Readonly<
    Record<string, { readonly ready: boolean; readonly detail: string; readonly warning?: string }>
  >;
}

interface ProjectDetails {
  /** Omitted by earlier versions. */
  readonly pictureHosts?: readonly PictureHostTimes[];
}

/** The checks of a running service. The key needs the scope `admin`. */
export async function checkServiceParts(client: ApiClient): Promise<DoctorCheck[]> {
  const before = Date.now();
  const reply = await send(client, 'GET', '/health', null);
  const localTime = (before + Date.now()) / 2;
  const { version: running } = (await reply.json()) as { version: string };
  const date = Date.parse(reply.headers.get('date') ?? '');
  const parts = await readReadyParts(client);
  return [
    running === version
      ? createPassedCheck('version', running)
      : warn('version', `service ${running}, this command ${version}`, 'Use the command of the same version'),
    ...(Number.isNaN(date) ? [] : [checkClock('the service', date, localTime)]),
    ...Object.entries(parts).map(([name, part]) => checkPart(name, part)),
    ...('backups' in parts
      ? []
      : [
          warn('backups', 'none are scheduled', 'Set VITRINE_BACKUP_TO: see the guide “Back up and restore”'),
        ]),
    ...(await checkPictures(client)),
  ];
}

const damagedDatabaseHint =
  'Stop the service and run `vitrine doctor` on its folder, or `vitrine restore` the newest backup into an empty one';

/** Reads the parts of `/ready`, which also has them in a reply 503, of a service that is not ready. */
async function readReadyParts({ url, headers }: ApiClient): Promise<Ready['parts']> {
  const reply = await fetch(`${url}/ready`, { headers });
  if (reply.status !== 200 && reply.status !== 503)
    throw new CommandError(`${url}/ready replied ${reply.status}`);
  return ((await reply.json()) as Ready).parts;
}

function checkPart(name: string, { ready, detail, warning }: Ready['parts'][string]): DoctorCheck {
  if (warning !== undefined)
    return warn(name, warning, name === 'storage' ? damagedDatabaseHint : differentVectorsHint);
  if (ready) return createPassedCheck(name, detail);
  const hint = hints[name] ?? 'See the log of the service';
  return needed.has(name) || name === 'backups' || name === 'writes'
    ? fail(name, detail, hint)
    : warn(name, detail, hint);
}

/** Checks the 100 most frequent kinds of failure and the slowest 20 hosts of each project. Earlier versions list neither. */
async function checkPictures(client: ApiClient): Promise<DoctorCheck[]> {
  const { projects } = (await callOperation(client, 'GET', '/admin/projects')) as {
    projects: readonly { id: string; pictures: Readonly<Record<string, number>> }[];
  };
  const failures: HostFailures[] = [];
  const times: (PictureHostTimes & { readonly project: string })[] = [];
  for (const { id, pictures } of projects) {
    if (Object.values(pictures).every((count) => count === 0)) continue;
    const path = `/admin/projects/${encodeURIComponent(id)}`;
    const { pictureHosts } = (await callOperation(client, 'GET', path)) as ProjectDetails;
    if (pictureHosts === undefined) return [];
    const { groups } = (await callOperation(client, 'GET', `${path}/pictures/failures`)) as {
      groups: readonly PictureFailureGroup[];
    };
    for (const [host, hostGroups] of Map.groupBy(groups, (group) => group.host)) {
      const count = hostGroups.reduce((sum, group) => sum + group.count, 0);
      failures.push({ project: id, host, count, code: hostGroups[0]!.code });
    }
    times.push(...pictureHosts.map((host) => ({ ...host, project: id })));
  }
  return [checkPictureHosts(failures.sort((a, b) => b.count - a.count)), checkSlowPictures(times)];
}
