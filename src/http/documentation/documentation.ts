import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';
import { sendPage, serveFiles } from '../replies/built-pages.ts';
import type { CreateDocumentSearch } from '../../ports/search/document-search.ts';
import type { RateLimiter } from '../access/rate-limiter.ts';
import {
  loadDocumentationPages,
  buildMarkdownAddress,
  buildPageAddress,
  type DocumentationPage,
} from './documentation-pages.ts';
import { DocumentationSearch } from './documentation-search.ts';
import { createLinkRewriter, pictureFolder, withLinks } from './markdown-links.ts';
import { readNavigation } from './navigation.ts';
import { OwnPages } from './own-pages.ts';
import { referencePath } from './page-layout.ts';
import { loadPageParts } from './page-parts.ts';
import { sendText } from './send-text.ts';

/** Names of the files of the search: its parts are in two folders. */
const searchFile = /^(?:fragment\/|index\/)?\w[\w.-]{0,199}$/;

/** The search of the built pages is WebAssembly, which this policy allows and no other inline or evaluated code. */
const builtPagePolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Caches may keep a redirect for an hour, so that an address can become a page. */
const redirectCaching = 'public, max-age=3600';

/**
 * Serves the guides at `/docs`: the built pages, or those that the service renders from the Markdown; the search of the latter; the Markdown
 * of each page at its address with `.md`; and `llms.txt`, the index for language models. The addresses of all pages are known at the start, so a path cannot name another file.
 */
export async function registerDocumentation(
  app: FastifyInstance,
  options: {
    /** Folder with `docs` and the READMEs of packages. */
    readonly root: string;
    /** Folder of the built pages. */
    readonly folder: string;
    /** Pages of the reference that were at `/docs/NAME`. */
    readonly operationIds: readonly string[];
    /** The build of the console, which has the typeface. */
    readonly consoleDir: string;
    readonly createSearch: CreateDocumentSearch;
    readonly rates: RateLimiter;
  },
): Promise<void> {
  const { root, folder, createSearch, rates } = options;
  const pages = loadDocumentationPages(root);
  const first = pages.get('');
  if (first === undefined) return;
  const navigation = readNavigation(root, pages);
  const ownPages = new OwnPages({
    navigation,
    parts: loadPageParts(root, options.consoleDir),
    search: new DocumentationSearch({ root, pages, navigation, createSearch }),
    rates,
  });
  const built = new Set(
    [...pages.values()].filter((page) => existsSync(join(folder, locateBuiltFile(page)))),
  );
  const moved = new Set([...options.operationIds, 'errors']);
  const readMarkdown = async (page: DocumentationPage, address: typeof buildPageAddress): Promise<string> =>
    withLinks(await readFile(join(root, page.file), 'utf8'), createLinkRewriter(pages, page, address));

  const sendMarkdown = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: DocumentationPage,
    contentType: string,
  ): Promise<FastifyReply> => {
    const text = await readMarkdown(page, buildMarkdownAddress);
    const policy = "default-src 'none'; sandbox";
    return sendText(request, reply, { text, contentType: `${contentType}; charset=utf-8`, policy });
  };
  const sendHtml = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: DocumentationPage,
  ): Promise<FastifyReply> => {
    if (built.has(page)) return sendPage(reply, locateBuiltFile(page), folder, builtPagePolicy);
    return ownPages.send(request, reply, page, await readMarkdown(page, buildPageAddress));
  };
  const isBuilt = built.size > 0;
  if (isBuilt) await registerSearch(app, folder);
  const pictures = join(root, pictureFolder);
  if (existsSync(pictures))
    await app.register((scope) =>
      serveFiles(scope, { prefix: `/${pictureFolder}`, folder: pictures, isHashed: false }),
    );
  // A scope of its own: the plugin adds `sendFile()` once to each.
  await app.register(async (scope) => {
    if (isBuilt)
      await serveFiles(scope, { prefix: '/docs/assets/', folder: join(folder, 'assets'), isHashed: true });
    ownPages.register(scope);
    scope.get('/docs', (request, reply) => sendHtml(request, reply, first));
    for (const path of ['/llms.txt', '/docs/llms.txt'])
      scope.get(path, (request, reply) => sendMarkdown(request, reply, first, 'text/plain'));
    scope.get('/docs/*', async (request, reply) => {
      const { '*': path } = request.params as { '*': string };
      const name = path.replace(/\.(?:html|md)$/, '');
      const page = pages.get(name === 'index' ? '' : name);
      if (page !== undefined && path.endsWith('.md'))
        return sendMarkdown(request, reply, page, 'text/markdown');
      if (page !== undefined && readPath(request) === buildPageAddress(page))
        return sendHtml(request, reply, page);
      if (page !== undefined) return sendMoved(request, reply, buildPageAddress(page));
      if (moved.has(path)) return sendMoved(request, reply, `${referencePath}/${path}`);
      if (request.headers.accept?.includes('text/html') === true)
        return isBuilt
          ? sendPage(reply.code(404), '404.html', folder, builtPagePolicy)
          : ownPages.sendMissing(request, reply);
      throw new VitrineError('not_found', `There is no page /docs/${path.slice(0, 200)}: see /docs`);
    });
  });
}

/** The search of the built pages. */
async function registerSearch(app: FastifyInstance, folder: string): Promise<void> {
  await app.register((scope) =>
    serveFiles(scope, {
      prefix: '/docs/pagefind/',
      folder: join(folder, 'pagefind'),
      names: searchFile,
      isHashed: false,
    }),
  );
}

/** Redirects to another address of the documentation. The browser adds the fragment of the old address. */
function sendMoved(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  const query = request.url.slice(readPath(request).length);
  return reply.header('cache-control', redirectCaching).redirect(address + query, 301);
}

/** Reads the path as it was sent, with a trailing slash if it has one. */
function readPath({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function locateBuiltFile({ address }: DocumentationPage): string {
  return join(address, 'index.html');
}
