import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isWhole } from './matrix.ts';
import { untilEqual } from './until.ts';

// The rules use the DOM types of the console workspace, so they are imported dynamically and sent to the page as source.
const address = new URL('../../console/testing/page-rules.ts', import.meta.url).href;
const rules = (await import(address)) as Readonly<Record<string, () => unknown>>;

function inPage<T>(page: Page, rule: string): Promise<T> {
  return page.evaluate<T>(`(${String(rules[rule])})()`);
}

/** Accessibility violations of the current page: names, labels, landmarks, ids, contrast. */
export async function pageViolations(page: Page): Promise<string[]> {
  return [
    ...(await inPage<string[]>(page, 'structureViolations')),
    ...(await inPage<string[]>(page, 'contrastViolations')),
  ];
}

/** Pixels by which the page is wider than the viewport. */
export function overflowPixels(page: Page): Promise<number> {
  return inPage(page, 'overflow');
}

/** Tabs through the page; returns interactive elements that Tab does not reach and elements without a focus ring. */
export async function keyboardViolations(page: Page): Promise<string[]> {
  // A notification disappears by itself, possibly while Tab moves.
  await page.locator('.toast:not(.bad)').first().waitFor({ state: 'detached' });
  const expected = await inPage<{ mark: string; html: string }[]>(page, 'markReachable');
  const violations: string[] = [];
  const reached = new Set<string>();
  // Day, month, year and calendar of a date field are separate tab stops.
  const withinDates = 3 * expected.filter(({ html }) => html.includes('type="date"')).length;
  const withinFrames = 40 * (await page.locator('iframe').count());
  for (let step = 0; step < expected.length + withinDates + withinFrames + 3; step++) {
    await page.keyboard.press('Tab');
    const element = await inPage<{ mark: string | null; hasRing: boolean; html: string } | null>(
      page,
      'focused',
    );
    if (element === null) continue;
    if (element.mark !== null) reached.add(element.mark);
    if (!element.hasRing) violations.push(`no focus ring on ${element.html}`);
  }
  return [
    ...violations,
    ...expected.filter(({ mark }) => !reached.has(mark)).map(({ html }) => `not reached by Tab: ${html}`),
  ];
}

/** Shows the current page in a colour scheme. */
export async function showIn(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
}

/** Asserts that the current page is accessible: light and dark, by keyboard, narrow and wide. `label` names it in a failure. */
export async function assertAccessible(page: Page, label: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await showIn(page, colorScheme);
    assert.deepEqual(await pageViolations(page), [], `${label} ${colorScheme}`);
  }
  assert.deepEqual(await keyboardViolations(page), [], `${label} by keyboard`);
  await page.setViewportSize({ width: 390, height: 800 });
  await untilEqual(() => overflowPixels(page), 0, `${label} at 390 pixels`);
  assert.deepEqual(await pageViolations(page), [], `${label} at 390 pixels`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await untilEqual(() => overflowPixels(page), 0, `${label} at 1280 pixels`);
  // The violations of a wide page were checked above, in both colour schemes.
  if (isWhole) assert.deepEqual(await pageViolations(page), [], `${label} at 1280 pixels`);
}
