/** Reference measurements of the machine: a minimal HTTP server, and fsync. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { closedLoop, openLoop } from '../../test/support/request-loops.ts';
import { processMeter } from '../search/process-meter.ts';

const serving = `
  const { createServer } = require('node:http');
  const body = Buffer.alloc(Number(process.argv[1]), 'x');
  const server = createServer((request, response) => request.resume().on('end', () => response.end(body)));
  server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

export interface ServerTimes {
  /** CPU time per request. */
  readonly ms: number;
  /** Latency of each request in ms. */
  readonly times: readonly number[];
}

/** A Node server in its own process that replies with a fixed number of bytes: `rounds` warm-up rounds, then the measured one. */
export async function minimalServerTimes(
  bytes: number,
  { count, inFlight, rounds }: { count: number; inFlight: number; rounds: number },
): Promise<ServerTimes> {
  const child = spawn(process.execPath, ['-e', serving, String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const pool = new Pool(`http://127.0.0.1:${port.toString()}`, { connections: inFlight });
    const ask = async (): Promise<string> =>
      (await pool.request({ method: 'POST', path: '/', body: '{}' })).body.text();
    for (let round = 0; round < rounds; round++) await closedLoop(count, inFlight, ask);
    const before = processMeter(child.pid!).cpuSeconds;
    const times = await closedLoop(count, inFlight, ask);
    const ms = ((processMeter(child.pid!).cpuSeconds - before) * 1000) / count;
    await pool.close();
    return { ms, times };
  } finally {
    child.kill();
  }
}

/** Appends 4 kB to a file in this folder at a rate per second, with fsync. */
export async function fsyncTimes(folder: string, perSecond: number, seconds: number): Promise<number[]> {
  const path = join(folder, 'fsync-probe');
  const file = await open(path, 'a');
  try {
    const block = Buffer.alloc(4_096, 'x');
    return await openLoop(perSecond, seconds, async () => {
      await file.write(block);
      await file.datasync();
    });
  } finally {
    await file.close();
    await rm(path);
  }
}
