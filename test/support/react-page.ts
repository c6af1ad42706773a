import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LocalServer } from './local-server.ts';
import { runTool } from './packed-package.ts';
import { root } from './service.ts';

interface RenderedShop {
  readonly html: string;
  readonly page: unknown;
}

/** Serves the page of `react/testing`: `/` draws in the browser, `/server` is rendered with its first results. */
export class ReactPage implements AsyncDisposable {
  readonly #folder: string;
  readonly #server: LocalServer;

  private constructor(folder: string, server: LocalServer) {
    this.#folder = folder;
    this.#server = server;
  }

  /** Bundles the page for the browser and for Node. `service`: URL; `key`: of the kind `web`. */
  static async start(service: string, key: string): Promise<ReactPage> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-react-'));
    // The bundle for Node imports React by its name.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    const vite = (...parameters: string[]): string =>
      runTool('vite/bin/vite.js', ['build', '--logLevel', 'error', ...parameters], {
        cwd: join(root, 'react', 'testing'),
      });
    vite('--outDir', join(folder, 'client'));
    vite('--ssr', 'server.tsx', '--outDir', join(folder, 'server'));
    const { renderShop } = (await import(pathToFileURL(join(folder, 'server', 'server.js')).href)) as {
      renderShop: (service: string, key: string, query: string) => Promise<RenderedShop>;
    };
    const template = readFileSync(join(folder, 'client', 'index.html'), 'utf8');
    const fill = (page: unknown, html: string): string =>
      template
        .replace(
          'application/json">',
          () => `application/json">${JSON.stringify(page).replaceAll('<', '\\u003c')}`,
        )
        .replace('<div id="root">', () => `<div id="root">${html}`);
    const server = await LocalServer.start((request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/index.js') {
        response
          .setHeader('content-type', 'text/javascript')
          .end(readFileSync(join(folder, 'client', 'index.js')));
      } else if (pathname === '/') {
        response.setHeader('content-type', 'text/html').end(fill({ service, key }, ''));
      } else if (pathname === '/server') {
        renderShop(service, key, search).then(
          ({ page, html }) => response.setHeader('content-type', 'text/html').end(fill(page, html)),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      } else response.writeHead(204).end();
    });
    return new ReactPage(folder, server);
  }

  get url(): string {
    return this.#server.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
