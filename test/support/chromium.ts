import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { until, waitMsMax } from './until.ts';

/** The shell first: without the browser around its pages, it takes a fifth less CPU time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** Flags for a quiet browser that also runs as root in a container. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Makes a page transparent. It is laid out, clicked and read as usual, but not drawn, which takes a tenth less CPU time. A constructed
 * style sheet, as content security policies forbid others.
 */
const transparent = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/**
 * The Chromium of this machine: `CHROMIUM_PATH`, the PATH, the default location on macOS, or a download of Playwright; null
 * without one.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const named = environment['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(
      `Cannot use CHROMIUM_PATH as there is no file ${named}: name a Chromium or leave the variable out`,
    );
  }
  const folders = (environment['PATH'] ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const applications = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return (
    [...onPath, ...applications, ...playwrightsOwn(environment)].find((path) => existsSync(path)) ?? null
  );
}

/** The browser that the files of this process share; null: each has its own. */
let shared: { browser: Promise<Browser> | null } | null = null;

/**
 * From now on, the test files of this process share a browser: a browser that a file closes stays open, without its pages. The returned
 * function closes it.
 */
export function keepChromium(): () => Promise<void> {
  const kept: { browser: Promise<Browser> | null } = { browser: null };
  shared = kept;
  return async () => {
    await (await kept.browser)?.close();
  };
}

/**
 * A browser whose pages are transparent unless it `paints`: pictures, layout shifts and measurements need that. A transparent page reports
 * no layout shift.
 * @throws Error with a hint if there is no Chromium
 */
export async function launchChromium({ paints = false } = {}): Promise<Browser> {
  const browser = await (shared === null ? startChromium() : (shared.browser ??= startChromium()));
  const close =
    shared === null ? () => browser.close() : () => Promise.all(contexts.map((context) => context.close()));
  const contexts: BrowserContext[] = [];
  return new Proxy(browser, {
    get: (target, name): unknown => {
      if (name === 'close' || name === Symbol.asyncDispose) return close;
      if (name === 'newContext' || name === 'newPage') {
        return async (options?: BrowserContextOptions): Promise<BrowserContext | Page> => {
          const context = await target.newContext(options);
          contexts.push(context);
          context.setDefaultTimeout(waitMsMax);
          if (!paints) await context.addInitScript(transparent);
          return name === 'newPage' ? await context.newPage() : context;
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Waits until a JavaScript expression holds in the page. `waitForFunction()` of Playwright polls by `eval()` in the page, which a content
 * security policy forbids; `evaluate()` asks from outside each time.
 * @throws Error of the expression, or after the timeout
 */
export async function untilInPage(page: Page, expression: string): Promise<void> {
  await until(`The page does not come to: ${expression}`, async () => {
    try {
      return Boolean(await page.evaluate(expression));
    } catch (error) {
      // Another page is loaded instead, which is asked next.
      if (error instanceof Error && error.message.includes('Execution context was destroyed')) return false;
      throw error;
    }
  });
}

async function startChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error(
      'Cannot test the console as no Chromium was found: install one (`apt-get install chromium`, `npx playwright-core install chromium`) or name it in CHROMIUM_PATH',
    );
  }
  return chromium.launch({ executablePath, headless: true, args: flags });
}

function playwrightsOwn(environment: NodeJS.ProcessEnv): string[] {
  const caches = [
    environment['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ].filter((path) => path !== '' && existsSync(path));
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => name.startsWith('chromium'))
      // Newest first: the names end with a build number.
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .flatMap((name) => [
        join(cache, name, 'chrome-linux', 'headless_shell'),
        join(cache, name, 'chrome-headless-shell-linux64', 'chrome-headless-shell'),
        join(cache, name, 'chrome-linux', 'chrome'),
        join(cache, name, 'chrome-linux64', 'chrome'),
        join(cache, name, 'chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'),
      ]),
  );
}
