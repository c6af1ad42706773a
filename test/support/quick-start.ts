import assert from 'node:assert/strict';
import { assertShape, codeBlocks, parseExample, runExample } from './guide-examples.ts';
import { root, type RunningService } from './service.ts';

/**
 * Asserts what the first start of a service with the demo shop prints: the quick start, whose requests and those of README.md work with
 * the printed key, and nothing else.
 */
export async function assertQuickStart(service: RunningService): Promise<void> {
  const { url } = service;
  const said = service.output.replaceAll(/ +/g, ' ');
  const password = /^ Password (\S{16}) \(shown only once\)$/m.exec(said)?.[1];
  const key = /x-api-key: (vtr_\S+)'/.exec(said)?.[1];
  const { body } = await service.ask<{ total: number }>('GET', '/search/demo?q=apple%20juice', { key: key! });
  assert.ok(body.total > 0);
  const products = await service.ask<{ total: number }>('GET', '/search/demo?limit=0', { key: key! });
  const found = products.body.total;
  for (const [placement, list] of [
    ['home-trending', 'trending'],
    ['cart-cross-sell', 'together'],
  ]) {
    const asked = {
      index: 'demo',
      items: placement === 'home-trending' ? [] : ['alpine-hiking-boot-brown-38'],
    };
    const shown = await service.ask<{ list: string }>('POST', `/reco/placements/${placement}`, {
      key: key!,
      body: asked,
    });
    assert.equal(shown.body.list, list);
  }
  const items = /in (\d+) variants/.exec(said)?.[1];
  const events = /(\d+) events of simulated shoppers/.exec(said)?.[1];
  assert.deepEqual(
    said.split('\n').filter((line) => line !== ''),
    [
      ` Vitrine is running at ${url}`,
      ` Storefront ${url}/demo`,
      ` Console ${url}/console`,
      ` Password ${password} (shown only once)`,
      ` Guides ${url}/docs`,
      ` Reference ${url}/docs/api`,
      ` The demo shop is loaded: ${found} products in ${items} variants, ${events} events of simulated shoppers.`,
      ' Its pictures are being prepared for photo search in the background.',
      ' Sign in to the console, or send a first request:',
      ` curl -H 'x-api-key: ${key}' '${url}/search/demo?q=apple%20juice'`,
      `ready ${url}`,
      ` Photo search is ready: ${items} pictures of the demo shop.`,
    ],
  );
  await runReadme(url, key!);
}

/** The requests of README.md with their replies. */
async function runReadme(url: string, key: string): Promise<void> {
  const [start, names, ...requests] = codeBlocks('README.md');
  assert.match(start!.text, /^npm start .*\nnpm test /);
  const variables = names!.text.replace(/^url=\S+ key=\S+/, `url=${url}; key=${key}`);
  let replies: readonly string[] = [];
  for (const { language, line, text } of requests) {
    if (language === 'sh') replies = await runExample(variables + text, { folder: root, environment: {} });
    else assertShape(parseExample(text), JSON.parse(replies.at(-1) ?? ''), `README.md:${line}`);
  }
}
