import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../lib/days.ts';
import { demoProject } from '../../domain/projects/storefront-key.ts';
import { root } from '../../lib/package-root.ts';
import { callOperation, type ApiClient } from '../api-client.ts';
import { sendHistory } from '../commands/import-history.ts';
import {
  demoCollections,
  demoDrafts,
  demoExperiment,
  demoPlacements,
  demoRules,
  demoSettings,
} from './demo-configuration.ts';
import { readDemoItems } from './demo-items.ts';

const folder = join(root, 'demo');
/** What happened in the shop in thirty days, as `npm run demo:history` simulates it. */
export const historyFile = join(folder, 'history.ndjson.gz');
/** The length of the demo shop's history in days. */
export const historyDays = 30;
const itemBatch = 500;
const scopes = ['search', 'recommend', 'items:read', 'events'];

export interface DemoShop {
  readonly key: string;
  readonly products: number;
  readonly items: number;
  readonly events: number;
}

/** Progress: completed steps, all steps, current step. */
type OnStep = (done: number, all: number, doing: string) => void;

/** Creates the demo shop with its history, and a key. @throws CommandError if it exists */
export async function loadDemo(client: ApiClient, onStep: OnStep): Promise<DemoShop> {
  const items = await createShop(client, onStep);
  await createDraftsAndExperiment(client, Date.now() - historyDays * dayMs);
  const past = existsSync(historyFile)
    ? await sendHistory(client, historyFile, {
        project: demoProject,
        endsNow: true,
        onProgress: ({ lines }) => onStep(items.length, items.length, `${lines} lines of its history`),
      })
    : null;
  const created = await callOperation(client, 'POST', '/admin/keys', {
    name: 'Demo',
    scopes,
    projects: [demoProject],
  });
  return {
    key: String(created['key']),
    products: new Set(items.map(({ groupId, id }) => groupId ?? id)).size,
    items: items.length,
    events: past?.events ?? 0,
  };
}

/** Creates the drafts and the experiment of the demo shop, which began at `startedAt`, milliseconds since 1970. */
export async function createDraftsAndExperiment(client: ApiClient, startedAt: number): Promise<void> {
  const project = `/api/projects/${demoProject}`;
  for (const [id, draft] of Object.entries(demoDrafts))
    await callOperation(client, 'PUT', `${project}/drafts/${id}`, { draft: { id, ...draft } });
  const { id } = demoExperiment;
  await callOperation(client, 'PUT', `${project}/experiments/${id}`, {
    experiment: { ...demoExperiment, startedAt },
  });
}

type DemoItem = { readonly id: string; readonly groupId?: string };

/** Creates the demo shop with its configuration and items, without a history; resolves with the items. */
export async function createShop(client: ApiClient, onStep: OnStep): Promise<readonly DemoItem[]> {
  const items = (await readDemoItems(folder)) as readonly DemoItem[];
  await callOperation(client, 'POST', '/admin/projects', {
    id: demoProject,
    name: 'Demo shop',
    currency: 'EUR',
    demo: true,
  });
  const project = `/api/projects/${demoProject}`;
  await callOperation(client, 'PUT', `${project}/settings`, demoSettings);
  for (let start = 0; start < items.length; start += itemBatch) {
    onStep(start, items.length, 'items');
    const data = items.slice(start, start + itemBatch);
    await callOperation(client, 'POST', '/api/items', { project: demoProject, data });
  }
  await callOperation(client, 'PUT', `${project}/rules`, { rules: demoRules });
  for (const [id, collection] of Object.entries(demoCollections))
    await callOperation(client, 'PUT', `${project}/collections/${id}`, { collection: { id, ...collection } });
  for (const [id, placement] of Object.entries(demoPlacements))
    await callOperation(client, 'PUT', `${project}/placements/${id}`, { placement: { id, ...placement } });
  return items;
}
