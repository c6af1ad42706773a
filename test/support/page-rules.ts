import type { Page } from 'playwright-core';

// The rules use the DOM types of the console, are type-checked there and sent as text.
const address = new URL('../../console/testing/page-rules.ts', import.meta.url).href;
const rules = (await import(address)) as Readonly<Record<string, () => unknown>>;

function inPage<T>(page: Page, rule: string): Promise<T> {
  return page.evaluate<T>(`(${String(rules[rule])})()`);
}

/** Accessibility errors of the current page: names, labels, landmarks, ids, contrast. */
export async function pageFaults(page: Page): Promise<string[]> {
  return [
    ...(await inPage<string[]>(page, 'structureFaults')),
    ...(await inPage<string[]>(page, 'contrastFaults')),
  ];
}

/** Horizontal overflow of the page in pixels. */
export function overflowPixels(page: Page): Promise<number> {
  return inPage(page, 'overflow');
}

/**
 * Walks through the page with the Tab key; returns elements that the mouse can reach but the keyboard cannot, and those
 * without a visible focus.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const wanted = await inPage<{ mark: string; html: string }[]>(page, 'markReachable');
  const faults: string[] = [];
  const reached = new Set<string>();
  // The parts of a date input are separate tab stops.
  const withinDates = 3 * wanted.filter(({ html }) => html.includes('type="date"')).length;
  for (let step = 0; step < wanted.length + withinDates + 3; step++) {
    await page.keyboard.press('Tab');
    const at = await inPage<{ mark: string | null; seen: boolean; html: string } | null>(page, 'focused');
    if (at === null) continue;
    if (at.mark !== null) reached.add(at.mark);
    if (!at.seen) faults.push(`no focus ring on ${at.html}`);
  }
  return [
    ...faults,
    ...wanted.filter(({ mark }) => !reached.has(mark)).map(({ html }) => `not reached by Tab: ${html}`),
  ];
}
