import { ask, CommandError, send, type ApiClient } from '../api-client.ts';
import { version } from '../../lib/package-root.ts';
import { fail, ok, warn, type DoctorCheck } from './doctor-check.ts';
import { clockCheck } from './environment-checks.ts';
import { pictureCheck, slowPictureCheck, type HostFailures, type HostTimes } from './picture-check.ts';

/** Parts of `/ready` without which nothing works. */
const needed = new Set(['storage', 'console', 'service']);
const hints: Readonly<Record<string, string>> = {
  storage: 'See the log of the service, and the guide “Operate Vitrine” under Troubleshoot',
  writes: 'Free space on the disk, or repair the cluster',
  imageModel: 'Restore the file from the release, and restart',
  textModel: 'Check VITRINE_TEXT_MODEL; keyword search still works',
  versions: 'Complete the update: restart the processes of the earlier version with the new one',
  backups: 'See the log, and `vitrine backup verify`',
};

interface Ready {
  readonly parts: Readonly<Record<string, { readonly ready: boolean; readonly detail: string }>>;
}

interface ProjectDetails {
  /** Omitted by earlier versions. */
  readonly pictureHosts?: readonly HostTimes[];
  readonly pictureFailures: readonly {
    readonly state: { readonly source: string; readonly error: { readonly code: string } | null };
  }[];
}

/** The checks of a running service. The key needs the scope `admin`. */
export async function serviceChecks(client: ApiClient): Promise<DoctorCheck[]> {
  const before = Date.now();
  const reply = await send(client, 'GET', '/health', null);
  const ours = (before + Date.now()) / 2;
  const { version: running } = (await reply.json()) as { version: string };
  const date = Date.parse(reply.headers.get('date') ?? '');
  const parts = await readyParts(client);
  return [
    running === version
      ? ok('version', running)
      : warn('version', `service ${running}, this command ${version}`, 'Use the command of the same version'),
    ...(Number.isNaN(date) ? [] : [clockCheck('the service', date, ours)]),
    ...Object.entries(parts).map(([name, { ready, detail }]) => partCheck(name, ready, detail)),
    ...('backups' in parts
      ? []
      : [
          warn('backups', 'none are scheduled', 'Set VITRINE_BACKUP_TO: see the guide “Back up and restore”'),
        ]),
    ...(await pictureChecks(client)),
  ];
}

/** Also where the service is not ready: then it replies 503. */
async function readyParts({ url, headers }: ApiClient): Promise<Ready['parts']> {
  const reply = await fetch(`${url}/ready`, { headers });
  if (reply.status !== 200 && reply.status !== 503)
    throw new CommandError(`${url}/ready replied ${reply.status}`);
  return ((await reply.json()) as Ready).parts;
}

function partCheck(name: string, isReady: boolean, detail: string): DoctorCheck {
  if (isReady) return ok(name, detail);
  const hint = hints[name] ?? 'See the log of the service';
  return needed.has(name) || name === 'backups' || name === 'writes'
    ? fail(name, detail, hint)
    : warn(name, detail, hint);
}

/** Of the newest 50 failures and the slowest 20 hosts of each project. */
async function pictureChecks(client: ApiClient): Promise<DoctorCheck[]> {
  const { projects } = (await ask(client, 'GET', '/admin/projects')) as {
    projects: readonly { id: string; pictures: Readonly<Record<string, number>> }[];
  };
  const failures: HostFailures[] = [];
  const times: (HostTimes & { readonly project: string })[] = [];
  for (const { id, pictures } of projects) {
    if (Object.values(pictures).every((count) => count === 0)) continue;
    const details = (await ask(
      client,
      'GET',
      `/admin/projects/${encodeURIComponent(id)}`,
    )) as unknown as ProjectDetails;
    const byHost = Map.groupBy(details.pictureFailures, ({ state }) => URL.parse(state.source)?.host ?? '');
    for (const [host, failed] of byHost)
      failures.push({ project: id, host, count: failed.length, code: failed[0]?.state.error?.code ?? '' });
    times.push(...(details.pictureHosts ?? []).map((host) => ({ ...host, project: id })));
  }
  return [pictureCheck(failures.sort((a, b) => b.count - a.count)), slowPictureCheck(times)];
}
