import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, type Environment } from '../config.ts';
import { readManifest, restoreBackup } from '../service.ts';
import { callOperation, type ApiClient } from './api-client.ts';
import { serveStopped } from './stopped-service.ts';

/** The state of a project in the restored service. */
export interface DrilledProject {
  readonly project: string;
  /** Counts of the manifest, and of the restored service. */
  readonly items: { readonly expected: number; readonly found: number };
  readonly events: { readonly expected: number; readonly found: number };
  /** The query that was searched, and the number of results, or null if the project has no visible item. */
  readonly search: { readonly query: string; readonly results: number } | null;
  readonly problems: readonly string[];
}

export interface DrillReport {
  readonly createdAt: string;
  readonly projects: readonly DrilledProject[];
  readonly problems: readonly string[];
}

/**
 * Restores a backup into a temporary folder in `temporary`, starts a service on it that only this machine can reach and that sends nothing, and
 * compares its projects with the manifest. The folder is deleted.
 * @throws Error where the backup is damaged
 */
export async function runRestoreDrill(
  backup: string,
  temporary: string,
  env: Environment,
): Promise<DrillReport> {
  const folder = await mkdtemp(join(temporary, '.vitrine-drill-'));
  try {
    const data = join(folder, 'data');
    await restoreBackup(backup, data);
    const { createdAt, databases } = readManifest(backup);
    // A backup of a cluster, too, is that of an embedded service.
    await using client = await serveStopped({
      ...readConfig(env),
      dataDir: data,
      cluster: null,
      backups: null,
    });
    const listed = await callOperation(client, 'GET', '/admin/projects');
    const reply = new Map(
      (listed['projects'] as { id: string; items: number; events: number }[]).map((one) => [one.id, one]),
    );
    const projects: DrilledProject[] = [];
    for (const { project, counts } of databases) {
      if (project === null) continue;
      const { items = 0, events = 0 } = reply.get(project) ?? {};
      projects.push(
        await checkRestoredProject(client, project, {
          items: { expected: counts['items'] ?? 0, found: items },
          events: { expected: counts['events'] ?? 0, found: events },
        }),
      );
    }
    const problems = projects.flatMap((one) => one.problems.map((problem) => `${one.project}: ${problem}`));
    return { createdAt, projects, problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkRestoredProject(
  client: ApiClient,
  project: string,
  counts: Pick<DrilledProject, 'items' | 'events'>,
): Promise<DrilledProject> {
  const search = await trySearch(client, project);
  const problems = [
    ...(['items', 'events'] as const)
      .filter((name) => counts[name].expected !== counts[name].found)
      .map((name) => `it has ${counts[name].found} ${name} instead of ${counts[name].expected}`),
    ...(search?.results === 0
      ? [`a search for ${JSON.stringify(search.query)}, the name of an item, finds nothing`]
      : []),
  ];
  return { project, ...counts, search, problems };
}

/** Searches the name of the first item. */
async function trySearch(client: ApiClient, project: string): Promise<DrilledProject['search']> {
  const path = `/search/${encodeURIComponent(project)}?limit=1`;
  const all = (await callOperation(client, 'GET', path)) as unknown as SearchReply;
  const query = all.items[0]?.name;
  if (query === undefined) return null;
  const found = (await callOperation(
    client,
    'GET',
    `${path}&q=${encodeURIComponent(query)}`,
  )) as unknown as SearchReply;
  return { query, results: found.total };
}

interface SearchReply {
  readonly total: number;
  readonly items: readonly { readonly name: string }[];
}
