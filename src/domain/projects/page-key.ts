import { hash } from 'node:crypto';
import { webScopes, type Project, type ProjectStore } from '../../ports/access/projects.ts';
import type { Caller } from './signed-keys.ts';
import { createWebCaller } from './web-caller.ts';

const keyIdPrefix = 'page:';
const ratePerMinute = 3_000;
const keyText = /^vtr_page_([\w-]{1,64})_([0-9a-f]{40})$/;

const callers = new WeakMap<Project, Caller>();

/**
 * The text of the key of a project's results page, `/s/{project}`. The page tells it to everyone, so that it needs no secret: it follows from
 * the project, and is the same for all processes without being stored.
 */
export function createPageKey({ id, createdAt }: Pick<Project, 'id' | 'createdAt'>): string {
  return `vtr_page_${id}_${hash('sha256', `page of ${id} ${createdAt}`).slice(0, 40)}`;
}

/** The caller with the key of a project's page; null for another text. Whether there is a page, the settings of the project tell. */
export function findPageCaller(text: string, store: Pick<ProjectStore, 'project'>): Caller | null {
  const [, id = ''] = keyText.exec(text) ?? [];
  const project = id === '' ? null : store.project(id);
  if (project === null || createPageKey(project) !== text) return null;
  let caller = callers.get(project);
  if (caller === undefined) {
    caller = createWebCaller({
      id: `${keyIdPrefix}${id}`,
      name: 'Results page',
      hash: hash('sha256', text),
      scopes: webScopes,
      projects: [id],
      ratePerMinute,
    });
    callers.set(project, caller);
  }
  return caller;
}

/** Whether a key is that of a results page, which works in pages of the service alone. */
export function isPageKey({ id }: Pick<Caller, 'id'>): boolean {
  return id.startsWith(keyIdPrefix);
}
