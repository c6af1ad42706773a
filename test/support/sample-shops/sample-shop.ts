import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { LocalServer } from '../local-server.ts';
import { root } from '../service.ts';
import { sampleProducts, searchProducts, type SampleProduct } from './products.ts';
import type { CartLine, SampleTheme, SampleView } from './theme.ts';

interface SampleShopOptions {
  readonly theme: SampleTheme;
  /** The tag in the head; empty: the shop without it. */
  readonly tag: string;
  /** URL of the service, for the content security policy. */
  readonly service: string;
}

const listed = 8;

/** A shop of a platform, served on loopback: home, search, products, cart and order, with the cart in a cookie. */
export class SampleShop implements AsyncDisposable {
  readonly theme: SampleTheme;
  readonly #service: string;
  readonly #server: LocalServer;
  /** Replaced between pages. */
  tag: string;
  /** What Shopify's cart was told last, as JSON. */
  cartAttributes = '';
  #orders = 0;

  private constructor({ theme, tag, service }: SampleShopOptions, server: LocalServer) {
    this.theme = theme;
    this.tag = tag;
    this.#service = service;
    this.#server = server;
  }

  static async start(options: SampleShopOptions): Promise<SampleShop> {
    let shop: SampleShop | null = null;
    const server = await LocalServer.start((request, response) => {
      void shop!.#answer(request, response);
    });
    shop = new SampleShop(options, server);
    return shop;
  }

  get url(): string {
    return this.#server.url;
  }

  /** The address of a product's page. */
  address(product: SampleProduct): string {
    return this.url + this.theme.productPath(product);
  }

  /** The catalog as items of the service. */
  items(): Record<string, unknown>[] {
    return sampleProducts.map(({ picture, ...product }) => ({
      ...product,
      imgs: [`${this.url}/pictures/${picture}`],
      url: this.address({ picture, ...product }),
      currency: 'EUR',
    }));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    if (pathname.startsWith('/pictures/')) return sendPicture(response, pathname.slice('/pictures/'.length));
    if (pathname === '/sitemap.xml') {
      const entries = sampleProducts.map((product) => `<url><loc>${this.address(product)}</loc></url>`);
      response
        .setHeader('content-type', 'application/xml')
        .end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`);
      return;
    }
    if (pathname === '/cart/update.js') {
      this.cartAttributes = await readBody(request);
      response.setHeader('content-type', 'application/json').end(this.cartAttributes);
      return;
    }
    const { theme } = this;
    const fields = request.method === 'POST' ? new URLSearchParams(await readBody(request)) : searchParams;
    const id = [...fields].find(
      ([name]) => name === theme.cart.idField || /^lineItems\[.*\]\[id\]$/.test(name),
    )?.[1];
    if (id !== undefined && (request.method === 'POST' || pathname === theme.cart.addPath)) {
      const cart = [
        ...readCart(request),
        { id, quantity: Number(fields.get('quantity') ?? fields.get('qty') ?? 1) },
      ];
      return redirect(response, theme.cart.path, cart);
    }
    if (pathname === '/order') {
      const order = String(5001 + this.#orders++);
      return redirect(response, theme.thanksPath(order));
    }
    const view = this.#findView(pathname, searchParams, request);
    if (view === null) {
      response.writeHead(404).end();
      return;
    }
    if (view.kind === 'thanks') response.setHeader('set-cookie', 'cart=; path=/; max-age=0');
    if (theme.policy !== undefined)
      response.setHeader('content-security-policy', theme.policy(this.#service));
    response.setHeader('content-type', 'text/html; charset=utf-8').end(this.#draw(view));
  }

  #findView(pathname: string, searchParams: URLSearchParams, request: IncomingMessage): SampleView | null {
    const { theme } = this;
    const query = searchParams.get(theme.search.parameter);
    if (pathname === theme.search.path && query !== null)
      return { kind: 'search', query, products: searchProducts(query) };
    if (pathname === '/') return { kind: 'home', products: sampleProducts.slice(0, listed) };
    if (pathname === '/collections/all')
      return { kind: 'category', products: sampleProducts.slice(listed, 2 * listed) };
    if (pathname === theme.cart.path) return { kind: 'cart', lines: readLines(request) };
    const order = /\d+/.exec(pathname)?.[0] ?? searchParams.get('order') ?? '';
    if (order !== '' && pathname === theme.thanksPath(order))
      return { kind: 'thanks', lines: readLines(request), order };
    const product = sampleProducts.find((one) => theme.productPath(one) === pathname);
    return product === undefined ? null : { kind: 'product', product };
  }

  #draw(view: SampleView): string {
    const { theme } = this;
    const tag = view.kind === 'thanks' && !theme.hasTagOnThanks ? '' : this.tag;
    return `<!doctype html><html lang="${theme.language}"><head><meta charset="utf-8"><title>${theme.name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<style nonce="theme">${theme.style}</style>${theme.head(view)}${tag}</head>
<body ${theme.body(view)}>${theme.header}<main id="main">${theme.main(view)}</main>${theme.foot(view)}</body></html>`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function sendPicture(response: ServerResponse, name: string): void {
  const file = join(root, 'demo', 'pictures', name);
  if (!/^[\w-]+\.webp$/.test(name) || !existsSync(file)) response.writeHead(404).end();
  else
    response
      .setHeader('content-type', 'image/webp')
      .setHeader('cache-control', 'max-age=600')
      .end(readFileSync(file));
}

type CartEntry = { readonly id: string; readonly quantity: number };

function readCart({ headers }: IncomingMessage): CartEntry[] {
  const value = /(?:^|; )cart=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';
  return value
    .split('.')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [id = '', quantity = '1'] = entry.split('-');
      return { id, quantity: Number(quantity) };
    });
}

function readLines(request: IncomingMessage): CartLine[] {
  return readCart(request).flatMap(({ id, quantity }) => {
    const product = sampleProducts.find((one) => one.id === id);
    return product === undefined ? [] : [{ product, quantity }];
  });
}

function redirect(response: ServerResponse, path: string, cart?: readonly CartEntry[]): void {
  if (cart !== undefined)
    response.setHeader(
      'set-cookie',
      `cart=${cart.map(({ id, quantity }) => `${id}-${quantity}`).join('.')}; path=/`,
    );
  response.writeHead(303, { location: path }).end();
}
