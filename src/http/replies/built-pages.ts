import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';

/** Pages load nothing from other origins. Pictures of items may come from anywhere. */
const basePolicy =
  "default-src 'self'; img-src 'self' data: blob: http: https:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'";
/** Pages cannot be framed. */
const contentSecurityPolicy = `${basePolicy}; frame-ancestors 'none'`;
/** The console frames pages of the shop to preview what they show. */
export const framingPolicy = `${contentSecurityPolicy}; frame-src 'self' http: https:`;
/** The console frames its sample page. */
export const framedPolicy = `${basePolicy}; frame-ancestors 'self'`;

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
    /** Files by path, with the content security policies of those that need another one. */
    readonly pages: Readonly<Record<string, string | { readonly file: string; readonly policy: string }>>;
    /** The error if there is no build. */
    readonly notBuilt: string;
  },
): Promise<void> {
  const { prefix, folder, pages, notBuilt } = options;
  const isBuilt = existsSync(join(folder, 'index.html'));
  // A scope of its own: the plugin adds `sendFile()` once to each.
  await app.register(async (scope) => {
    if (isBuilt)
      await serveFiles(scope, {
        prefix: `${prefix}/assets/`,
        folder: join(folder, 'assets'),
        isHashed: true,
      });
    for (const [path, page] of Object.entries(pages)) {
      const { file, policy } = typeof page === 'string' ? { file: page, policy: undefined } : page;
      for (const route of [path, `${path}/*`])
        scope.get(route, (_request, reply) => {
          if (!isBuilt) throw new VitrineError('not_found', notBuilt);
          return sendPage(reply, file, folder, policy);
        });
    }
  });
}

/** Serves the files of a folder below `prefix`. */
export async function serveFiles(
  scope: FastifyInstance,
  {
    prefix,
    folder,
    names = assetName,
    isHashed,
  }: {
    readonly prefix: string;
    readonly folder: string;
    /** Their names; any other path is 404. */
    readonly names?: RegExp;
    /** Whether each name has a hash of the content, so that caches need not ask again. */
    readonly isHashed: boolean;
  },
): Promise<void> {
  // Rejects names that the file system refuses, and `..`, as 404 instead of an internal error.
  scope.addHook('onRequest', (request, _reply, done) => {
    const isFile = request.routeOptions.url?.startsWith(prefix) === true;
    const { '*': name = '' } = request.params as { '*'?: string };
    done(isFile && !names.test(name) ? new VitrineError('not_found', 'There is no such file') : undefined);
  });
  await scope.register(fastifyStatic, {
    root: folder,
    prefix,
    preCompressed: true,
    index: false,
    ...(isHashed ? { immutable: true, maxAge: '365d' } : { cacheControl: false }),
    setHeaders: (reply) => {
      if (!isHashed) reply.header('cache-control', 'no-cache');
    },
  });
}

/** Sends a built page, whose path in `folder` is `file`. */
export function sendPage(
  reply: FastifyReply,
  file: string,
  folder: string,
  policy = contentSecurityPolicy,
): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    .sendFile(file, folder, { cacheControl: false });
}
