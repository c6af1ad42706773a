import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalServer } from './local-server.ts';
import { runTool } from './packed-package.ts';
import { root } from './service.ts';

/** Pages of a shop with the tracker as a script tag, on another origin than the service. */
export class TrackedPages implements AsyncDisposable {
  readonly #folder: string;
  readonly #server: LocalServer;

  private constructor(folder: string, server: LocalServer) {
    this.#folder = folder;
    this.#server = server;
  }

  /** `bodies`: HTML by path. `attributes`: of the script tag. */
  static async start(
    bodies: Readonly<Record<string, string>>,
    attributes: Readonly<Record<string, string>>,
  ): Promise<TrackedPages> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-tracker-'));
    runTool('vite/bin/vite.js', ['build', '--logLevel', 'error', '--outDir', folder], {
      cwd: join(root, 'tracker'),
    });
    const script = readFileSync(join(folder, 'vitrine-tracker.js'));
    const server = await LocalServer.start((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/vitrine-tracker.js') {
        response.setHeader('content-type', 'text/javascript').end(script);
        return;
      }
      const all = { ...attributes, ...Object.fromEntries(searchParams) };
      const data = Object.entries(all).map(([name, value]) => ` data-${name}="${value}"`);
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><script src="/vitrine-tracker.js"${data.join('')}></script>${bodies[pathname] ?? ''}`,
        );
    });
    return new TrackedPages(folder, server);
  }

  get url(): string {
    return this.#server.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
