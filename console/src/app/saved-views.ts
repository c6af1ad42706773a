import type { SavedView, SavedViewReply } from '@vitrine/sdk';
import { idFromName } from './id-from-name.ts';
import { useLoad } from './load.ts';
import { service } from './service.ts';

export type SavedViewPage = SavedView['page'];

const idLengthMax = 64;

/** The saved views of a page, by name. Views are stored in the project, so that colleagues have them. */
export function useSavedViews(
  project: string,
  page: SavedViewPage,
): { readonly all: readonly SavedViewReply[]; readonly reload: () => void } {
  const { value, reload } = useLoad(project, (signal) => service.views.list(project, { signal }));
  const all = (value?.views ?? []).filter(({ view }) => view.page === page);
  return { all: all.toSorted((a, b) => a.view.name.localeCompare(b.view.name, 'en')), reload };
}

/** Stores a new view of a page. Two of them may have the same words in their names: each gets an id that no other has. */
export async function createView(project: string, view: Omit<SavedView, 'id'>): Promise<void> {
  const { views } = await service.views.list(project);
  const taken = new Set(views.map(({ view: { id } }) => id));
  const base = idFromName(`${view.page} ${view.name}`, idLengthMax - 4);
  let id = base;
  for (let no = 2; taken.has(id); no++) id = `${base}-${no}`;
  await service.views.put(project, { id, ...view }, { ifVersion: 0 });
}

/** A query as text that does not depend on the order of its parameters. */
export function normalizeQuery(query: string): string {
  const parameters = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  parameters.sort(([a, left], [b, right]) => compare(a, b) || compare(left, right));
  return new URLSearchParams(parameters).toString();
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
