import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that no connection takes the port of a stopped node. */
const ports = { from: 12_000, to: 32_000 };

const isFree = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port that no process uses now; another one may take it before the caller does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
  }
}
