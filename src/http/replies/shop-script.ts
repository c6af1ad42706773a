import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';
import { hasEtag } from './reply-headers.ts';

interface ShopScript {
  readonly loader: string;
  /** The hash of the loader: the first 16 hexadecimal digits of its SHA-256. */
  readonly hash: string;
  /** The file that the loader loads, by its name. */
  readonly views: ReadonlyMap<string, string>;
}

/**
 * Serves the script of `@vitrine/elements` to the pages of shops, which are on other origins: at an address that stays, for the tag; at one with its
 * hash, for tags with `integrity`; and the part that it loads later. The folder has its build.
 */
export function registerShopScript(app: FastifyInstance, folder: string): void {
  let script: ShopScript | null = null;
  app.get('/shop.js', async (request, reply) => {
    const { loader, hash } = await readScript();
    const etag = `"${hash}"`;
    void reply.headers({ 'cache-control': 'public, max-age=60', etag });
    return hasEtag(request, etag) ? sendHeaders(reply).code(304).send() : sendHeaders(reply).send(loader);
  });
  // With `:hash.js`, the router would reject long parameters as malformed instead of 404.
  for (const path of ['/shop.*', '/shop-views.*'])
    app.get(path, async (request, reply) => {
      const name = request.url.split('?', 1)[0]!.slice(1);
      const { loader, hash, views } = await readScript();
      const text = name === `shop.${hash}.js` ? loader : views.get(name);
      if (text === undefined)
        throw new VitrineError(
          'not_found',
          `There is no file ${name.slice(0, 100)}: the current script is /shop.${hash}.js`,
        );
      return sendHeaders(
        reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${name}"` }),
      ).send(text);
    });

  /** Reads on demand, so that a build counts without a restart. */
  async function readScript(): Promise<ShopScript> {
    script ??= await readBuild(folder);
    if (script === null)
      throw new VitrineError('not_found', 'The shop script is not built: run `npm run build`');
    return script;
  }
}

async function readBuild(folder: string): Promise<ShopScript | null> {
  const loader = await readFile(join(folder, 'shop.js'), 'utf8').catch(() => '');
  if (loader === '') return null;
  const names = (await readdir(folder)).sort().filter((name) => name.startsWith('shop-views.'));
  const views = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  const hash = createHash('sha256').update(loader).digest('hex').slice(0, 16);
  return { loader, hash, views: new Map(views) };
}

function sendHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    // For pages that are cross-origin isolated.
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
  });
}
