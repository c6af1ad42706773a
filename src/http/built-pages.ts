import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VitrineError } from '../ports/errors.ts';

/** Pages load nothing from other origins and cannot be framed. Pictures of items may come from anywhere. */
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data: blob: http: https:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** File names of a build. */
const assetName = /^\w[\w.-]{0,199}$/;

/**
 * Serves pages that Vite built: each page at its path and at all paths below it, as it has its own router, and their files under
 * `PREFIX/assets/`.
 */
export async function registerBuiltPages(
  app: FastifyInstance,
  options: {
    readonly prefix: string;
    readonly folder: string;
    /** Files by path. */
    readonly pages: Readonly<Record<string, string>>;
    /** The error if there is no build. */
    readonly notBuilt: string;
  },
): Promise<void> {
  const { prefix, folder, pages, notBuilt } = options;
  const isBuilt = existsSync(join(folder, 'index.html'));
  // A scope of its own: the plugin adds `sendFile()` once to each.
  await app.register(async (scope) => {
    if (isBuilt) await serveAssets(scope, `${prefix}/assets/`, folder);
    for (const [path, file] of Object.entries(pages))
      for (const route of [path, `${path}/*`])
        scope.get(route, (_request, reply) => {
          if (!isBuilt) throw new VitrineError('not_found', notBuilt);
          return sendPage(reply, file, folder);
        });
  });
}

/** Serves `FOLDER/assets`, whose names contain hashes of their content. `names`: of the files, of any other path the reply is 404. */
export async function serveAssets(
  scope: FastifyInstance,
  prefix: string,
  folder: string,
  names = assetName,
): Promise<void> {
  // Rejects names that the file system refuses, and `..`, as 404 instead of an internal error.
  scope.addHook('onRequest', (request, _reply, done) => {
    const isAsset = request.routeOptions.url?.startsWith(prefix) === true;
    const { '*': name = '' } = request.params as { '*'?: string };
    done(isAsset && !names.test(name) ? new VitrineError('not_found', 'There is no such file') : undefined);
  });
  await scope.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix,
    immutable: true,
    preCompressed: true,
    maxAge: '365d',
    index: false,
  });
}

/** Sends a built page. `file`: path in `folder`. */
export function sendPage(reply: FastifyReply, file: string, folder: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    .sendFile(file, folder, { cacheControl: false });
}
