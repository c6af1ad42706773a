import { VitrineError, type VitrineClient } from '@vitrine/sdk';
import { VitrineSearchError } from './options.ts';

/** The field with the version of the index that wrote an item. */
export const versionField = 'medusa_index_version';

/** A version of an index of Medusa: its items are in one project with those of other versions. */
export interface PhysicalIndex {
  /** The name without the version. */
  readonly root: string;
  readonly version: number;
  readonly project: string;
}

/** @throws VitrineSearchError if the options do not name a project for the index */
export function readPhysicalName(name: string, projects: Readonly<Record<string, string>>): PhysicalIndex {
  const [, root = name, version = '1'] = /^(.*)_v(\d+)$/.exec(name) ?? [];
  const project = projects[root];
  if (project !== undefined) return { root, version: Number(version), project };
  throw new VitrineSearchError(
    'invalid_data',
    `The Vitrine search provider has no project for the search index "${root}": add it to the option "projects"`,
  );
}

/** The items of a version, and of later ones, which replace them one by one. */
export const fromVersion = ({ version }: PhysicalIndex): string => `${versionField} >= ${version}`;

const idOf = (root: string): string => `medusa-index-${root}`;

/** The versions of an index that exist, in the order in which they were created. */
export async function versionsOf(
  client: VitrineClient,
  { project, root }: Pick<PhysicalIndex, 'project' | 'root'>,
): Promise<number[]> {
  try {
    const { item } = await client.items.get(project, idOf(root), { by: 'id' });
    return (item['versions'] as number[] | undefined) ?? [];
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'item_not_found') return [];
    throw error;
  }
}

/** Stores the versions in an inactive item, which no search and no list has. */
export async function storeVersions(
  client: VitrineClient,
  { project, root }: PhysicalIndex,
  versions: readonly number[],
): Promise<void> {
  const item = {
    id: idOf(root),
    name: `Search index ${root} of Medusa`,
    active: false,
    price: null,
    versions,
  };
  await importItems(client, project, [item]);
}

/** Adds items, or replaces those with the same id. @throws VitrineSearchError if one is rejected */
export async function importItems(
  client: VitrineClient,
  project: string,
  items: readonly object[],
): Promise<void> {
  if (items.length === 0) return;
  const lines = items.map((item) => JSON.stringify(item)).join('\n');
  const { progress, error } = await client.items.import(project, lines);
  const [first] = progress.errors;
  if (error !== null || progress.failed > 0)
    throw new VitrineSearchError(
      'invalid_data',
      `${progress.failed} items were rejected: ${first?.detail ?? error?.detail ?? ''}`,
    );
}

/** Milliseconds between two looks at a running task. */
const pollMs = 500;

/** Deletes all items that match a filter, and waits until that is done: later writes must not be affected. */
export async function removeMatching(client: VitrineClient, project: string, filter: string): Promise<void> {
  const started = await client.items.removeMatching(project, filter, { wait: 60 });
  let { status, error } = started;
  while (status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    ({ status, error } = await client.items.task(started.id));
  }
  if (error !== null) throw new VitrineSearchError('invalid_data', `Items were not deleted: ${error.detail}`);
}
