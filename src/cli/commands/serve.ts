import { ConfigError, readConfig } from '../../config.ts';
import { createApp } from '../../http/app.ts';
import { openService, root } from '../../service.ts';
import { welcome } from '../welcome.ts';

/** Runs the service until SIGTERM or SIGINT. Returns the exit status: 0, or 1 where it could not start. */
export async function serve(): Promise<number> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  try {
    const config = readConfig();
    await using service = await openService(config);
    const { app } = await createApp({
      ...service,
      root,
      trustProxy: config.trustProxy,
      secure: config.publicUrl?.startsWith('https:') ?? false,
      stopping: stopping.signal,
    });
    try {
      const url = await app.listen({ host: config.host, port: config.port });
      await welcome(service, url, (line) => process.stdout.write(`${line}\n`));
      process.stdout.write(`ready ${url}\n`);
      if (!stopping.signal.aborted) await once(stopping.signal);
      service.logger.info('stopping: answering what has begun, then closing');
    } finally {
      await app.close();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : `Cannot start: ${causeOf(error)}`}\n`);
    return 1;
  }
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') return `${error.message}. Choose another one with PORT`;
  return error.message;
}
