import { hash } from 'node:crypto';
import { createRandomSecret } from '../../lib/random-id.ts';
import { webScopes, type ProjectStore } from '../../ports/access/projects.ts';
import type { Caller } from './signed-keys.ts';
import { createWebCaller } from './web-caller.ts';

/** The project of the demo shop. */
export const demoProject = 'demo';

/** Whether the demo shop is loaded. A shop may have a project of its own with this id. */
export function hasDemoShop(store: Pick<ProjectStore, 'project'>): boolean {
  return store.project(demoProject)?.demo === true;
}

export const storefrontKeyId = 'demo-storefront';
const ratePerMinute = 3_000;

/** The text of a key of the demo storefront: a new one at each start, in memory only. */
export function createStorefrontKey(): string {
  return `vtr_demo_${createRandomSecret(240)}`;
}

/**
 * The web key of the demo storefront: it reads the demo project and sends events to it, from pages of the service itself, see
 * {@link isSameOrigin}.
 */
export function createStorefrontCaller(text: string): Caller {
  return createWebCaller({
    id: storefrontKeyId,
    name: 'Demo storefront',
    hash: hash('sha256', text),
    scopes: webScopes,
    projects: [demoProject],
    ratePerMinute,
  });
}

/** Whether a page of this origin is one of the service that is reached at `host`. Browsers send no origin with a GET of its own pages. */
export function isSameOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
