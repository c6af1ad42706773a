import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { adminPassword } from './service.ts';

export interface ConsolePage {
  readonly page: Page;
  /** Errors that the browser reports, without replies with a status of 4xx. */
  readonly errors: string[];
}

/** A page of the console, signed in. */
export async function openConsole(
  browser: Browser,
  url: string,
  waitMsMax: number,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    // Contrast must not be measured during a colour transition.
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.setDefaultTimeout(waitMsMax);
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isExpected = /the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isExpected) errors.push(message.text());
  });
  await page.goto(url);
  await page.getByLabel('Password').fill(adminPassword);
  await page.keyboard.press('Enter');
  return { page, errors };
}
