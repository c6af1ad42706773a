import type { Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import type { ExampleShop } from './guide-shop.ts';
import { LocalServer } from './local-server.ts';
import { until } from './until.ts';

/** Opens a page of a shop, uses it and closes it: one more event must be counted. */
export async function expectEvent(
  { service, session: headers }: Pick<ExampleShop, 'service' | 'session'>,
  body: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const events = async (): Promise<number> => {
    const reply = await service.ask<{ project: { events: number } }>('GET', '/admin/projects/shop', {
      headers,
    });
    return reply.body.project.events;
  };
  const before = await events();
  await using site = await LocalServer.start((_request, reply) => {
    reply.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title>${body}`);
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    await use(page);
    await page.close({ runBeforeUnload: true });
    await until('The page sent no event', async () => (await events()) > before);
  } finally {
    await browser.close();
  }
}
