import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { LocalServer } from './local-server.ts';
import { runTool } from './packed-package.ts';
import { root } from './service.ts';
import { until } from './until.ts';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Pages of programs in `test/pages`, in one bundle, each as `/NAME.html` with an element `root`. */
export class BundledPages implements AsyncDisposable {
  readonly #folder: string;
  readonly #server: LocalServer;

  private constructor(folder: string, server: LocalServer) {
    this.#folder = folder;
    this.#server = server;
  }

  /** `programs`: file names in `test/pages`; `shop`: what they read from `window.shop`. */
  static async start(programs: readonly string[], shop: object): Promise<BundledPages> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-pages-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    symlinkSync(join(root, 'test', 'pages'), join(folder, 'pages'));
    const names = programs.map((file) => `${file.split('.')[0]}.html`);
    for (const [i, name] of names.entries())
      writeFileSync(
        join(folder, name),
        `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><div id="root"></div>
<script>window.shop = ${JSON.stringify(shop)}</script><script type="module" src="/pages/${programs[i]}"></script>`,
      );
    // Our packages from their sources. Links are kept, so that imports are found in the folder.
    const config = {
      resolve: { conditions: ['source', 'module', 'browser'], preserveSymlinks: true },
      build: { minify: false, rolldownOptions: { input: names } },
    };
    writeFileSync(join(folder, 'vite.config.js'), `export default ${JSON.stringify(config)};`);
    runTool('vite/bin/vite.js', ['build', '--logLevel', 'error'], { cwd: folder });
    const server = await LocalServer.start(({ url = '/' }, reply) => {
      const file = join(folder, 'dist', new URL(url, 'http://localhost').pathname);
      if (!existsSync(file)) return void reply.writeHead(404).end();
      reply.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(readFileSync(file));
    });
    return new BundledPages(folder, server);
  }

  /** The address of a program's page. */
  url(program: string): string {
    return `${this.#server.url}/${program.split('.')[0]}.html`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Collects errors of a page's scripts and failed requests. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('response', (reply) => {
    if (reply.status() >= 400) errors.push(`${reply.status()} ${reply.url()}`);
  });
  return errors;
}

/** Waits until the texts of a selector's elements are as expected. @throws Error with the last ones */
export async function shows(
  page: Page,
  selector: string,
  expected: (texts: readonly string[]) => boolean,
  errors: readonly string[] = [],
): Promise<void> {
  let last: string[] = [];
  await until(
    () => `${selector} shows ${last.join(' | ')}: ${errors.join('; ')}`,
    async () => {
      last = (await page.locator(selector).allTextContents()).map((text) => text.trim());
      return expected(last);
    },
  );
}
