import type { FastifyInstance } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { createApp } from '../../src/http/app.ts';
import type { ProjectAllocation } from '../../src/ports/cluster/project-allocation.ts';
import { openService, type Service } from '../../src/service.ts';
import { root } from './service.ts';

/** A process of a cluster with this allocation, whose log is its own, until the stack is disposed. */
export async function openAllocatedApp(
  stack: AsyncDisposableStack,
  allocation: ProjectAllocation,
): Promise<Pick<Service, 'engine' | 'clock' | 'ids'> & { app: FastifyInstance }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ VITRINE_DATA: dataDir, VITRINE_TEXT_MODEL: 'off', VITRINE_IMAGE_MODEL: 'off' });
  const service = stack.use(await openService(config, { logger: pino({ level: 'silent' }) }));
  service.startDeferredWork();
  const stopping = new AbortController().signal;
  const { app } = await createApp({
    ...service,
    root,
    trustProxy: false,
    secure: false,
    allocation,
    stopping,
  });
  stack.defer(() => app.close());
  const { engine, clock, ids } = service;
  return { app, engine, clock, ids };
}
