import type { FastifyInstance } from 'fastify';

const idleCheckMs = 50;

/**
 * Finishes requests in progress, then closes. Idle keep-alive connections close immediately, unfinished requests after the
 * grace period.
 */
export async function closeApp(app: FastifyInstance, graceMs: number): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  const grace = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(grace);
  }
}
