import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VitrineError } from '../ports/errors.ts';
import type { Engine } from '../ports/engine.ts';
import type { HolderForwarder } from './forwarding/holder-forwarder.ts';

/** Pages load nothing from other origins and cannot be framed. Pictures of items may come from anywhere. */
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data: blob: http: https:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Paths of pages and files. */
export const pagePaths = /^\/(?:$|media\/|(?:console|docs)(?:\/|$))/;

const assetsPrefix = '/console/assets/';
/** File names of the console build. */
const assetName = /^\w[\w.-]{0,199}$/;

/** Serves the console, the reference and stored pictures. */
export async function registerPages(
  app: FastifyInstance,
  options: { engine: Engine; holderForwarder: HolderForwarder | null; consoleDir: string },
): Promise<void> {
  const { engine, holderForwarder, consoleDir } = options;
  app.get('/', (_request, reply) => reply.redirect('/console/'));
  // Not `:hash`: the router rejects long parameters as malformed instead of 404.
  app.get('/media/*', async (request, reply) => {
    const { '*': hash } = request.params as { '*': string };
    const isHash = /^[0-9a-f]{64}$/.test(hash);
    let file = isHash ? await mediaOf(engine, engine.heldProjects(), hash) : null;
    if (isHash && file === null && holderForwarder !== null) {
      const outcome = await holderForwarder.forwardToAny(request, reply);
      if (outcome === 'answered') return reply;
      if (outcome === 'unreachable')
        file = await mediaOf(
          engine,
          engine.store.projects().map(({ id }) => id),
          hash,
        );
    }
    if (file === null) throw new VitrineError('media_not_found', 'There is no such picture');
    return reply
      .headers({
        'content-type': file.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        // A picture of a shop must never run as a page.
        'content-security-policy': "default-src 'none'; sandbox",
        'access-control-allow-origin': '*',
        etag: `"${hash}"`,
      })
      .send(Buffer.from(file.bytes));
  });
  if (!existsSync(join(consoleDir, 'index.html'))) {
    const notBuilt = async (): Promise<never> => {
      throw new VitrineError('not_found', 'The console is not built: run `npm run build`');
    };
    app.get('/console', notBuilt);
    app.get('/console/*', notBuilt);
    app.get('/docs', notBuilt);
    return;
  }
  // Rejects names that the file system refuses, and `..`, as 404 instead of an internal error.
  app.addHook('onRequest', (request, _reply, done) => {
    const isAsset = request.routeOptions.url?.startsWith(assetsPrefix) === true;
    const { '*': name = '' } = request.params as { '*'?: string };
    done(
      isAsset && !assetName.test(name) ? new VitrineError('not_found', 'There is no such file') : undefined,
    );
  });
  await app.register(fastifyStatic, {
    root: join(consoleDir, 'assets'),
    prefix: assetsPrefix,
    immutable: true,
    preCompressed: true,
    maxAge: '365d',
    index: false,
  });
  const page = (name: string) => (_request: unknown, reply: FastifyReply) =>
    reply
      .headers({
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'same-origin',
        'cache-control': 'no-cache',
      })
      .sendFile(name, consoleDir, { cacheControl: false });
  // The console has its own router, so that every view has a URL.
  app.get('/console', page('index.html'));
  app.get('/console/*', page('index.html'));
  app.get('/docs', page('docs.html'));
  app.get('/docs/*', page('docs.html'));
}

async function mediaOf(engine: Engine, projectIds: readonly string[], hash: string) {
  for (const id of projectIds) {
    // A project that cannot be opened must not hide the pictures of others.
    const project = await engine.project(id).catch(() => null);
    const file = (await project?.catalog.media(hash)) ?? null;
    if (file !== null) return file;
  }
  return null;
}
