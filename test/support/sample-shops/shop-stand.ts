import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../packed-package.ts';
import { root, type TestService } from '../service.ts';
import { SampleShop } from './sample-shop.ts';
import type { SampleTheme } from './theme.ts';

/** Builds `shop.js` if it is missing. `tools/test.mjs` builds it before the tests if its sources changed. */
export function buildShopScript(): void {
  if (existsSync(join(root, 'elements', 'dist', 'shop.js'))) return;
  runTool('vite/bin/vite.js', ['build', '--logLevel', 'error'], { cwd: join(root, 'elements') });
}

interface StandOptions {
  readonly service: TestService;
  readonly theme: SampleTheme;
  readonly project: string;
  /** Attributes of the tag besides the address, the project and the key. */
  readonly attributes?: string;
}

/** A sample shop with its catalog in a project of its own, and the tag on its pages. */
export class ShopStand implements AsyncDisposable {
  readonly shop: SampleShop;
  readonly project: string;
  /** A key with all rights in the project. */
  readonly key: string;
  /** The key of the tag. */
  readonly webKey: string;
  readonly tag: string;

  private constructor(parts: Pick<ShopStand, 'shop' | 'project' | 'key' | 'webKey' | 'tag'>) {
    this.shop = parts.shop;
    this.project = parts.project;
    this.key = parts.key;
    this.webKey = parts.webKey;
    this.tag = parts.tag;
  }

  static async start({ service, theme, project, attributes = '' }: StandOptions): Promise<ShopStand> {
    const scopes = ['search', 'recommend', 'items:read', 'items:write', 'events', 'settings', 'analytics'];
    const key = await service.project(project, scopes);
    const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { kind: 'web', scopes: ['search', 'recommend', 'events'], projects: [project] },
      headers: await service.signIn(),
    });
    const webKey = body.key;
    const tag = `<script src="${service.url}/shop.js" data-project="${project}" data-key="${webKey}"${attributes} async></script>`;
    const shop = await SampleShop.start({ theme, tag, service: service.url });
    const { status } = await service.ask('POST', '/api/items', {
      key,
      body: { project, data: shop.items() },
    });
    if (status !== 201) throw new Error(`The catalog was not imported: ${status}`);
    return new ShopStand({ shop, project, key, webKey, tag });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shop[Symbol.asyncDispose]();
  }
}
