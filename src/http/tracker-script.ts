import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { VitrineError } from '../ports/errors.ts';

/** Serves the script of `@vitrine/tracker` to the pages of shops, which are on other origins. `file`: of its build. */
export function registerTrackerScript(app: FastifyInstance, file: string): void {
  let script: string | null = null;
  app.get('/tracker.js', async (_request, reply) => {
    // Read on demand, so that a build counts without a restart.
    script ??= await readFile(file, 'utf8').catch(() => null);
    if (script === null || script === '')
      throw new VitrineError('not_found', 'The tracker is not built: run `npm run build`');
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
        // For pages that are cross-origin isolated.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(script);
  });
}
