import { hash } from 'node:crypto';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { createApp } from '../http/app.ts';
import { createRandomSecret } from '../lib/random-id.ts';
import { root } from '../lib/package-root.ts';
import { openService, type Service } from '../service.ts';
import type { ApiClient } from './api-client.ts';

const sessionMsMax = 24 * 60 * 60 * 1000;

/** Serves the folder of a stopped service on a free port of this machine, without background work. */
export async function serveStopped(config: Config): Promise<ApiClient> {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await openStopped(config));
  const { app } = await createApp({
    ...service,
    root,
    trustProxy: false,
    secure: false,
    stopping: new AbortController().signal,
  });
  stack.defer(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = stack.use(await signIn(service, url));
  const parts = stack.move();
  return { url: client.url, headers: client.headers, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Opens the folder of a stopped service for a command: no background work, warnings on stderr only. */
export function openStopped(config: Config): Promise<Service> {
  const logger = pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel }, pino.destination(2));
  return openService(config, { logger, background: false });
}

/** A client of a service in this process, with a session that ends with it. */
export async function signIn(service: Service, url: string): Promise<ApiClient> {
  const { engine, clock } = service;
  const token = createRandomSecret(256);
  const tokenHash = hash('sha256', token);
  const now = clock.now();
  await engine.store.putSession({ tokenHash, user: null, createdAt: now, expiresAt: now + sessionMsMax });
  return {
    url,
    headers: { cookie: `vitrine_session=${token}`, 'x-vitrine-console': '1' },
    [Symbol.asyncDispose]: () => engine.store.deleteSession(tokenHash),
  };
}
