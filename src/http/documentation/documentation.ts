import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';
import { sendPage, serveFiles } from '../replies/built-pages.ts';
import { hasEtag } from '../replies/reply-headers.ts';
import {
  loadDocumentationPages,
  buildMarkdownAddress,
  buildPageAddress,
  type DocumentationPage,
} from './documentation-pages.ts';
import { createLinkRewriter, pictureFolder, withLinks } from './markdown-links.ts';
import { renderPlainPage, plainPagePolicy } from './plain-html.ts';

/** The path of the API reference, which was `/docs` until version 0.2. */
export const referencePath = '/docs/api';

/** Names of the files of the search: its parts are in two folders. */
const searchFile = /^(?:fragment\/|index\/)?\w[\w.-]{0,199}$/;

/** The search of the built pages is WebAssembly, which this policy allows and no other inline or evaluated code. */
const builtPagePolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Caches may keep a redirect for an hour, so that an address can become a page. */
const redirectCaching = 'public, max-age=3600';

/**
 * Serves the guides at `/docs`: the built pages, or the Markdown as plain HTML; the Markdown of each page at its address with `.md`; and
 * `llms.txt`, the index for language models. The addresses of all pages are known at the start, so a path cannot name another file.
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
  },
): Promise<void> {
  const { root, folder } = options;
  const pages = loadDocumentationPages(root);
  const built = new Set(
    [...pages.values()].filter((page) => existsSync(join(folder, locateBuiltFile(page)))),
  );
  const moved = new Set([...options.operationIds, 'errors']);
  const renderMarkdown = async (page: DocumentationPage, address: typeof buildPageAddress): Promise<string> =>
    withLinks(await readFile(join(root, page.file), 'utf8'), createLinkRewriter(pages, page, address));

  const sendMarkdown = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: DocumentationPage,
    contentType: string,
  ): Promise<FastifyReply> => {
    const text = await renderMarkdown(page, buildMarkdownAddress);
    const policy = "default-src 'none'; sandbox";
    return sendText(request, reply, { text, contentType: `${contentType}; charset=utf-8`, policy });
  };
  const sendHtml = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: DocumentationPage,
  ): Promise<FastifyReply> => {
    if (built.has(page)) return sendPage(reply, locateBuiltFile(page), folder, builtPagePolicy);
    const text = renderPlainPage(await renderMarkdown(page, buildPageAddress), renderFooter(page));
    return sendText(request, reply, {
      text,
      contentType: 'text/html; charset=utf-8',
      policy: plainPagePolicy,
    });
  };
  const first = pages.get('');
  if (first === undefined) return;

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
      if (isBuilt && request.headers.accept?.includes('text/html') === true)
        return sendPage(reply.code(404), '404.html', folder, builtPagePolicy);
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

/** Sends a text that the client may keep, but must validate with each use. */
function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    text,
    contentType,
    policy,
  }: { readonly text: string; readonly contentType: string; readonly policy: string },
): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  void reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    etag,
  });
  if (hasEtag(request, etag)) return reply.code(304).send();
  return reply.header('content-type', contentType).send(text);
}

/** Links above a plain page. */
function renderFooter(page: DocumentationPage): string {
  const links = `<a href="/docs">Documentation</a><a href="${buildMarkdownAddress(page)}">Markdown of this page</a><a href="${referencePath}">API reference</a><a href="/console/">Console</a>`;
  return page.address === ''
    ? `${links}<span>Plain pages: <code>npm run docs</code> builds them with a search.</span>`
    : links;
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
