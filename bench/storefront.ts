import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../test/support/chromium.ts';
import { RunningService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';

/**
 * Speed of the storefront in Chromium: largest contentful paint of its pages, and the time from a key press to painted
 * results. Once without a throttle, once as on a middling phone: a quarter of the processor, 1.6 Mbit/s, 150 ms round trip
 * (the "slow 4G" of Lighthouse).
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
const profiles = { desktop: null, phone: { cpu: 4, latencyMs: 150, bytesPerSecond: 200_000 } } as const;
const pages = ['/', '/search?q=boots', '/product/tweed-jacket'];
const query = 'jacket';

await using service = await RunningService.start({ VITRINE_DEMO: 'on', VITRINE_TEXT_MODEL: 'vendored' });
await until('The demo shop was not loaded', () => service.output.includes('Photo search is ready'));
const browser = await launchChromium({ paints: true });
const rows: Record<string, Record<string, number>> = {};
for (const profile of Object.keys(profiles) as (keyof typeof profiles)[]) {
  for (const path of pages) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await largestPaintMs(browser, profile, path));
    rows[`${profile}: largest paint of ${path}`] = summary(times);
  }
  rows[`${profile}: key press to results`] = summary(await keyPressMs(browser, profile));
}
await browser.close();
console.table(rows);

async function openPage(in_: Browser, profile: keyof typeof profiles): Promise<Page> {
  const isPhone = profile === 'phone';
  const context = await in_.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    locale: 'en',
  });
  const page = await context.newPage();
  await page.addInitScript(`localStorage['larkfield.pane'] = 'false'`);
  const throttle = profiles[profile];
  if (throttle === null) return page;
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpu });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttle.latencyMs,
    downloadThroughput: throttle.bytesPerSecond,
    uploadThroughput: throttle.bytesPerSecond,
  });
  return page;
}

async function largestPaintMs(in_: Browser, profile: keyof typeof profiles, path: string): Promise<number> {
  const page = await openPage(in_, profile);
  await page.addInitScript(`
    new PerformanceObserver((list) => { window.largestPaintMs = list.getEntries().at(-1).startTime; })
      .observe({ type: 'largest-contentful-paint', buffered: true });
  `);
  await page.goto(`${service.url}/demo${path}`);
  await page.locator('main .card[data-item], main .product-picture img').first().waitFor();
  await page.waitForLoadState('networkidle');
  const time = await page.evaluate<number>('window.largestPaintMs');
  await page.context().close();
  return time;
}

/** Types a query letter by letter, each after the results of the one before. */
async function keyPressMs(in_: Browser, profile: keyof typeof profiles): Promise<number[]> {
  const page = await openPage(in_, profile);
  await page.goto(`${service.url}/demo/search`);
  await page.locator('.results .card[data-item]').first().waitFor();
  await page.evaluate('performance.setResourceTimingBufferSize(10_000)');
  const times: number[] = [];
  for (let round = 0; round < Math.ceil(rounds / 2); round++) {
    await page.getByRole('combobox', { name: 'Search products' }).fill('');
    await page.waitForLoadState('networkidle');
    for (const letter of query) {
      // From the event of the key to the second frame after the reply of the search it started.
      await page.evaluate(`window.painted = new Promise((resolve) => {
        const field = document.querySelector('[data-vitrine=input]');
        field.addEventListener('keydown', ({ timeStamp }) => {
          const look = () => {
            const isAnswered = performance.getEntriesByType('resource')
              .some(({ name, startTime }) => name.endsWith('/search/demo') && startTime >= timeStamp);
            if (!isAnswered) requestAnimationFrame(look);
            else requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - timeStamp)));
          };
          requestAnimationFrame(look);
        }, { once: true });
      }); 0`);
      await page.getByRole('combobox', { name: 'Search products' }).press(letter);
      times.push(await page.evaluate<number>('window.painted'));
    }
  }
  await page.context().close();
  return times;
}

function summary(times: readonly number[]): Record<string, number> {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { 'median ms': at(0.5), 'p95 ms': at(0.95), samples: sorted.length };
}
