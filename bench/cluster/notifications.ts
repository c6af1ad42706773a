/**
 * Appends of three processes to one log in PostgreSQL, with and without notifications of new entries, in alternating runs. Prints entries
 * per second of each pair of runs, and the median of their ratios. A process that is notified reads the new entries, as a service does.
 *
 *   npm run bench:notifications [-- --pairs 10] [--seconds 4] [--without-disk]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PostgresLogs } from '../../src/cluster/postgres/shared-logs.ts';
import type { SharedLog } from '../../src/ports/cluster/shared-log.ts';
import { findPostgres, PostgresServer } from '../../test/support/postgres/server.ts';
import { until } from '../../test/support/until.ts';

const processes = 3;
const entryBytes = 500;

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '4' },
    /** The port of the server; set for the processes that append. */
    port: { type: 'string', default: '' },
    notifies: { type: 'boolean', default: false },
    /** Leaves out the waits for the disk, so that only the CPU counts. */
    'without-disk': { type: 'boolean', default: false },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const ms = Number(options.seconds) * 1_000;

if (options.port === '') await compare();
else print(String(await append(Number(options.port), options.notifies)));

async function compare(): Promise<void> {
  const found = findPostgres();
  if ('missing' in found) return print(`bench:notifications needs a server: ${found.missing}`);
  await using server = await PostgresServer.start(found.folder, options['without-disk'] ? ['fsync=off'] : []);
  const ratios: number[] = [];
  print('| entries/s, polls | entries/s, notifications | ratio |');
  print('|---|---|---|');
  for (let pair = 0; pair < Number(options.pairs); pair++) {
    const rates: { polls: number; notifications: number } = { polls: 0, notifications: 0 };
    // Each kind is first in every other pair.
    const order = ['polls', 'notifications'] as const;
    for (const kind of pair % 2 === 0 ? order : order.toReversed())
      rates[kind] = await measure(server.port, kind === 'notifications');
    ratios.push(rates.notifications / rates.polls);
    print(
      `| ${Math.round(rates.polls)} | ${Math.round(rates.notifications)} | ${ratios.at(-1)!.toFixed(3)} |`,
    );
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  print(`median ratio ${sorted[sorted.length >> 1]!.toFixed(3)}`);
}

/** Entries per second of all processes together. */
async function measure(port: number, notifies: boolean): Promise<number> {
  const flags = ['--port', String(port), '--seconds', options.seconds, ...(notifies ? ['--notifies'] : [])];
  const file = fileURLToPath(import.meta.url);
  const appenders = Array.from({ length: processes }, () =>
    spawn(process.execPath, [file, ...flags], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  // All begin at the same time: less overlap is less contention.
  await Promise.all(appenders.map(({ stdout }) => once(stdout, 'data')));
  const counts = appenders.map(async ({ stdin, stdout }) => {
    stdin.end();
    const [count] = (await once(stdout, 'data')) as [Buffer];
    return Number(count.toString());
  });
  const sum = (await Promise.all(counts)).reduce((total, count) => total + count, 0);
  return sum / Number(options.seconds);
}

/** Appends for some seconds, and returns the number of entries. */
async function append(port: number, notifies: boolean): Promise<number> {
  const address = {
    hosts: [{ host: '127.0.0.1', port }],
    user: 'shop',
    password: '',
    database: 'postgres',
    sslMode: 'disable',
  } as const;
  await using logs = await PostgresLogs.connect({
    address: () => address,
    tls: { ca: undefined, certificate: undefined, key: undefined },
    schema: 'vitrine',
    poolMax: 8,
    allowsFsyncOff: true,
    notifies,
  });
  const log = await logs.open('shop');
  let next = 0;
  const catchUp = async (): Promise<void> => {
    for (let isBehind = true; isBehind;) {
      const from = next;
      const entries = await log.read(from, 16, null);
      next = Math.max(next, from + entries.length);
      isBehind = entries.length === 16;
    }
  };
  using _hints = logs.hints?.subscribe((hint) => {
    // The reads of the loop report what fails.
    if (hint?.log === 'shop' && hint.next > next) void catchUp().catch(() => undefined);
  });
  if (notifies) await until('No notifications arrive', () => logs.hints!.isActive);
  const entry = Buffer.alloc(entryBytes, 'entry');
  let written = 0;
  await catchUp();
  print('ready');
  process.stdin.resume();
  await once(process.stdin, 'end');
  const over = performance.now() + ms;
  while (performance.now() < over) {
    await catchUp();
    const number = next;
    if (!(await appendNext(log, number, entry))) continue;
    // A notification may have made it read its own entry.
    next = Math.max(next, number + 1);
    written++;
  }
  return written;
}

async function appendNext(log: SharedLog, number: number, entry: Uint8Array): Promise<boolean> {
  return (await log.append(number, entry, { before: null, after: `hash-${number}` })) === 'written';
}
