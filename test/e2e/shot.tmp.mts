import { launchChromium } from '../support/chromium.ts';
const url = process.argv[2],
  out = process.argv[3];
const b = await launchChromium();
for (const [name, w, h, scheme, lang] of [
  ['wide-light', 1440, 1000, 'light', 'en-GB'],
  ['phone-light', 390, 844, 'light', 'en-GB'],
  ['wide-dark', 1440, 1000, 'dark', 'en-GB'],
  ['phone-ar', 390, 844, 'light', 'ar'],
] as const) {
  const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale: lang });
  const p = await c.newPage();
  p.on('pageerror', (e) => console.log(name, 'pageerror', e.message));
  p.on('console', (m) => {
    if (m.type() === 'error') console.log(name, m.text());
  });
  await p.goto(url + '/demo');
  await p.waitForTimeout(2500);
  await p.screenshot({ path: `${out}-home-${name}.png` });
  await p.goto(url + '/demo/search?q=jaket%20size%2046');
  await p.waitForTimeout(2500);
  await p.screenshot({ path: `${out}-search-${name}.png` });
  const first = p.locator('main a[href*="/demo/p"]').first();
  if (await first.count()) {
    await first.click();
    await p.waitForTimeout(2500);
    await p.screenshot({ path: `${out}-product-${name}.png` });
    console.log(name, p.url());
  }
  await c.close();
}
await b.close();
