import type { Page } from 'playwright-core';

// The rules speak of a document, which this side does not have: they are checked with the console, and sent by their text.
const address = new URL('../../console/testing/page-rules.ts', import.meta.url).href;
const rules = (await import(address)) as Readonly<Record<string, () => unknown>>;

function inPage<T>(page: Page, rule: string): Promise<T> {
  return page.evaluate<T>(`(${String(rules[rule])})()`);
}

/** What is wrong with the page as it is shown now: names, labels, landmarks, ids, contrast of text. Empty where nothing is. */
export async function pageFaults(page: Page): Promise<string[]> {
  return [
    ...(await inPage<string[]>(page, 'structureFaults')),
    ...(await inPage<string[]>(page, 'contrastFaults')),
  ];
}

/** How many pixels the page is wider than its window. */
export function overflowPixels(page: Page): Promise<number> {
  return inPage(page, 'overflow');
}

/**
 * Walks the page by the Tab key from its beginning, and returns what a mouse can reach and the keyboard does not, and what
 * shows no sign that it has the focus.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const wanted = await inPage<{ mark: string; html: string }[]>(page, 'markReachable');
  const faults: string[] = [];
  const reached = new Set<string>();
  // Day, month, year and the calendar of a date are stops of their own.
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
