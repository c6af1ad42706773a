import type { FastifyInstance } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import { demoProject, hasDemoShop } from '../../domain/projects/storefront-key.ts';
import { framedPolicy, framingPolicy, registerBuiltPages } from './built-pages.ts';
import { registerShopScript } from './shop-script.ts';
import { registerDocumentation } from '../documentation/documentation.ts';
import { referencePath } from '../documentation/page-layout.ts';
import type { HolderForwarder } from '../forwarding/holder-forwarder.ts';
import type { RateLimiter } from '../access/rate-limiter.ts';
import { registerResultsPage } from './results-page.ts';
import { readFile } from 'node:fs/promises';

/** Paths of pages and files. */
export const pagePaths =
  /^\/(?:$|media\/|tracker\.js$|shop(?:-views)?\.|llms\.txt$|s\/[^/]+$|(?:console|docs|demo)(?:\/|$))/;

/**
 * Serves the console, the documentation and its API reference, the demo storefront, the scripts for pages of shops, results pages and
 * stored pictures.
 */
export async function registerPages(
  app: FastifyInstance,
  options: {
    readonly engine: Engine;
    readonly holderForwarder: HolderForwarder | null;
    readonly rates: RateLimiter;
    readonly consoleDir: string;
    readonly documentation: Parameters<typeof registerDocumentation>[1];
    /** The path of the script for pages of shops. */
    readonly trackerFile: string;
    /** The build of `@vitrine/elements`. */
    readonly elementsDir: string;
    readonly storefrontDir: string;
    /** The key of the storefront, or null without one. */
    readonly storefrontKey: string | null;
  },
): Promise<void> {
  const { engine, holderForwarder, consoleDir } = options;
  app.get('/', (_request, reply) => reply.redirect('/console/'));
  // With `:hash`, the router would reject long parameters as malformed instead of 404.
  app.get('/media/*', async (request, reply) => {
    const { '*': hash } = request.params as { '*': string };
    const isHash = /^[0-9a-f]{64}$/.test(hash);
    let file = isHash ? await findMedia(engine, engine.listHeldProjects(), hash) : null;
    if (isHash && file === null && holderForwarder !== null) {
      const outcome = await holderForwarder.forwardToAny(request, reply);
      if (outcome === 'answered') return reply;
      if (outcome === 'unreachable')
        file = await findMedia(
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
  await registerBuiltPages(app, {
    prefix: '/console',
    folder: consoleDir,
    // The console has its own router, so that every view has a URL.
    pages: {
      '/console': { file: 'index.html', policy: framingPolicy },
      '/console/preview': { file: 'preview.html', policy: framedPolicy },
      [referencePath]: 'docs.html',
    },
    notBuilt: 'The console is not built: run `npm run build`',
  });
  await registerDocumentation(app, options.documentation);
  registerTrackerScript(app, options.trackerFile);
  registerShopScript(app, options.elementsDir);
  registerResultsPage(app, options);
  await registerStorefront(app, options);
}

/** The demo storefront, and what it needs to send requests. */
async function registerStorefront(
  app: FastifyInstance,
  {
    engine,
    storefrontDir,
    storefrontKey,
  }: { readonly engine: Engine; readonly storefrontDir: string; readonly storefrontKey: string | null },
): Promise<void> {
  if (storefrontKey === null) return;
  app.get('/demo/connection.json', (_request, reply) => {
    const connection = hasDemoShop(engine.store)
      ? { project: demoProject, key: storefrontKey }
      : { project: null, key: null };
    return reply.headers({ 'cache-control': 'no-store' }).send(connection);
  });
  await registerBuiltPages(app, {
    prefix: '/demo',
    folder: storefrontDir,
    pages: { '/demo': 'index.html' },
    notBuilt: 'The storefront is not built: run `npm run build`',
  });
}

async function findMedia(engine: Engine, projectIds: readonly string[], hash: string) {
  for (const id of projectIds) {
    // A project that cannot be opened must not hide the pictures of others.
    const project = await engine.project(id).catch(() => null);
    const file = (await project?.catalog.readMedia(hash)) ?? null;
    if (file !== null) return file;
  }
  return null;
}

/** Serves the script of `@vitrine/tracker` to the pages of shops, which are on other origins. `file` is its build. */
function registerTrackerScript(app: FastifyInstance, file: string): void {
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
