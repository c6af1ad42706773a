import type { Caller } from '../../../domain/projects/signed-keys.ts';
import type { Engine } from '../../../ports/engine.ts';
import { limits } from '../../../ports/limits.ts';
import type { ParameterReader } from './parameter-reader.ts';

/** The default of Algolia's API. */
const indexesPerPageDefault = 100;

/** An index in a list. A write is visible when its reply arrives, so that there are no pending tasks. */
interface ListedIndex {
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Records, inactive ones included. */
  readonly entries: number;
  readonly pendingTask: false;
  readonly numberOfPendingTasks: 0;
  readonly primary?: string;
  readonly replicas?: readonly string[];
}

/** Lists the projects of a key and their replicas. A page has `hitsPerPage` projects, and the replicas of these. */
export async function listIndexes(
  engine: Pick<Engine, 'store' | 'overview'>,
  key: Caller | null,
  reader: ParameterReader,
): Promise<{ readonly items: readonly ListedIndex[]; readonly nbPages: number }> {
  const max = limits.listLimitMax;
  const perPage = reader.readInteger('hitsPerPage', { min: 1, max, fallback: indexesPerPageDefault });
  const page = reader.readInteger('page', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
  const visibleProjects = engine.store.projects().filter(({ id }) => key?.projects?.includes(id) ?? true);
  const items: ListedIndex[] = [];
  for (const { id, createdAt } of visibleProjects.slice(page * perPage, (page + 1) * perPage)) {
    const { catalog, settings } = await engine.overview(id);
    const at = new Date(createdAt).toISOString();
    const shared = {
      createdAt: at,
      updatedAt: at,
      entries: catalog.count().total,
      pendingTask: false,
      numberOfPendingTasks: 0,
    } as const;
    const replicas = settings.effective().algolia.replicas.map(({ name }) => name);
    items.push({ name: id, ...shared, ...(replicas.length === 0 ? {} : { replicas }) });
    for (const name of replicas) items.push({ name, ...shared, primary: id });
  }
  return { items, nbPages: Math.max(1, Math.ceil(visibleProjects.length / perPage)) };
}
