import assert from 'node:assert/strict';
import { readGroceryPicture } from './grocery-picture.ts';
import { runTypeScript, type PageExamples } from './guide-examples.ts';
import type { ExampleShop } from './guide-shop.ts';

/** The examples of the guide to photo search. */
export function photoExamples(shop: () => ExampleShop): Readonly<Record<string, PageExamples>> {
  return { 'guide/photos.md': { checks: { 'import { createShopClient': (text) => askBack(shop(), text) } } };
}

async function askBack(shop: ExampleShop, text: string): Promise<void> {
  const { key } = await shop.ask<{ key: string }>('POST', '/admin/keys', {
    kind: 'web',
    scopes: ['search'],
    projects: ['shop'],
  });
  const photo = readGroceryPicture('leek').toString('base64');
  const own = text.replace('YOUR_WEB_KEY', key).replace('127.0.0.1:4700', new URL(shop.service.url).host);
  const call = `const { confidence } = await searchByPhoto('${photo}', async () => 0); console.log(typeof confidence);`;
  assert.deepEqual(await runTypeScript(own + call), ['string']);
}
