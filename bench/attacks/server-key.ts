import { productAt } from '../search/products.ts';
import type { Attack, Attacker } from './attack.ts';
import { post, send } from './attack.ts';

const import_ = (type: string, body: () => string) => async (attacker: Attacker) => [
  await send(attacker.url, `/api/items/import?project=${attacker.project}`, {
    body: body(),
    type,
    key: attacker.serverKey,
  }),
];
const write = (path: string, body: (project: string) => unknown) => async (attacker: Attacker) => [
  await post(attacker, path, body(attacker.project), attacker.serverKey),
];
const ndjson = 'application/x-ndjson';
const csv = 'text/csv';
const list = <T>(length: number, each: (index: number) => T): T[] =>
  Array.from({ length }, (_, i) => each(i));

/** Requests that a shop's server could send by mistake. */
export const serverKeyAttacks: readonly Attack[] = [
  {
    name: '1,000 purchases of 450 items',
    run: write('/api/events', (project) => ({
      project,
      data: list(1_000, (i) => ({
        type: 'purchase',
        user: `buyer-${i}`,
        items: list(450, (k) => ({ id: String(1_000_000 + ((i * 37 + k * 11) % 20_000)) })),
      })),
    })),
  },
  {
    name: '1,000 events',
    run: write('/api/events', (project) => ({
      project,
      data: list(1_000, (i) => ({ type: 'view', session: `s${i}`, item: productAt((i * 71) % 20_000).id })),
    })),
  },
  {
    name: '1,000 items',
    run: write('/api/items', (project) => ({
      project,
      data: list(1_000, (i) => ({ ...productAt(i), id: `new-${i}`, sku: `new-${i}` })),
    })),
  },
  { name: '1 MB of lines "{}" of NDJSON', run: import_(ndjson, () => '{}\n'.repeat(350_000)) },
  {
    name: '40 MB of CSV with one id',
    run: import_(csv, () => `id,name,price\n${'a,b,1\n'.repeat(7_000_000)}`),
  },
  { name: '200,000 lines "{" of NDJSON', run: import_(ndjson, () => '{\n'.repeat(200_000)) },
  {
    name: '60 MB with 4 million keys',
    run: write('/api/items', (project) => {
      const names = list(4_000_000, (i) => `"k${i.toString(36)}":1`).join();
      return `{"project":"${project}","data":{${names}}}`;
    }),
  },
  {
    name: 'a list of 20 million numbers',
    run: write('/api/items', (project) => `{"project":"${project}","data":[${'1,'.repeat(20_000_000)}1]}`),
  },
  {
    name: 'a CSV with one million columns',
    run: import_(csv, () => `id,${list(1_000_000, (i) => `c${i}`).join()}\n`),
  },
  {
    name: 'a CSV cell of 15 MB of JSON',
    run: import_(csv, () => `id,name,price,x\na,a,1,"[${'1,'.repeat(7_000_000)}1]"\n`),
  },
  { name: 'five million empty lines', run: import_(ndjson, () => '\n'.repeat(5_000_000)) },
  {
    name: 'erasing a user',
    run: async (attacker) => [
      await send(attacker.url, `/api/users/buyer-1?project=${attacker.project}`, {
        method: 'DELETE',
        key: attacker.serverKey,
      }),
    ],
  },
  {
    name: '20 concurrent sign-ins',
    run: (attacker) =>
      Promise.all(
        list(20, (i) =>
          send(attacker.url, '/admin/session', {
            body: JSON.stringify({ password: `wrong ${i}` }),
            headers: { 'x-vitrine-console': '1' },
          }),
        ),
      ),
  },
  {
    name: 'a backup',
    run: async (attacker) => [
      await send(attacker.url, '/admin/backup', {
        body: JSON.stringify({ name: `backup-${Date.now()}` }),
        headers: attacker.session,
      }),
    ],
  },
  {
    name: 'deleting a project with 20,000 items',
    run: async (attacker) => [
      await send(attacker.url, `/admin/projects/${attacker.spareProject}`, {
        method: 'DELETE',
        headers: attacker.session,
      }),
    ],
  },
];
