import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../service.ts';
import { createRandomSecret } from '../lib/random-id.ts';
import { demoProject } from '../domain/projects/storefront-key.ts';
import { loadDemo } from './demo/demo-shop.ts';
import { Progress } from './progress.ts';
import { signIn } from './stopped-service.ts';

type Print = (line: string) => void;

const pollIntervalMs = 500;

/** Sets the first password, from the environment or generated; null if there is one. */
export async function createFirstPassword({ config, access }: Service): Promise<string | null> {
  const password = config.adminPassword ?? createRandomSecret(96);
  return (await access.setFirstPassword(password)) ? password : null;
}

/** Prints the URLs and the `password`, which is null if an earlier start has set it. */
export function printAddresses(
  { config }: Service,
  url: string,
  password: string | null,
  print: Print,
): void {
  print('');
  print(`  Vitrine is running at  ${url}`);
  print('');
  if (config.demo) print(`  Storefront  ${url}/demo`);
  print(`  Console     ${url}/console`);
  if (password !== null) {
    const shown =
      config.adminPassword === null ? `${password}   (shown only once)` : 'as in VITRINE_ADMIN_PASSWORD';
    print(`  Password    ${shown}`);
  }
  print(`  Guides      ${url}/docs`);
  print(`  Reference   ${url}/docs/api`);
  print('');
}

/** Returns the terminal for progress, or null if stderr is none. */
function openTerminal(): NodeJS.WritableStream | null {
  return process.stderr.isTTY ? process.stderr : null;
}

/** Loads the demo shop and prints how to try it. False if it cannot be loaded; the service works without it. */
export async function loadDemoShop(service: Service, url: string, print: Print): Promise<boolean> {
  const progress = new Progress('  Loading the demo shop', null, openTerminal());
  try {
    await using client = await signIn(service, url);
    const { key, products, items, events } = await loadDemo(client, (done, all, doing) =>
      progress.update(done, doing, all),
    );
    progress.end();
    print(
      `  The demo shop is loaded: ${products} products in ${items} variants, ${events} events of simulated shoppers.`,
    );
    print('  Its pictures are being prepared for photo search in the background.');
    print('');
    print('  Sign in to the console, or send a first request:');
    print(`  curl -H 'x-api-key: ${key}' '${url}/search/${demoProject}?q=apple%20juice'`);
    print('');
    return true;
  } catch (error) {
    progress.end();
    service.logger.error({ err: error }, 'the demo shop could not be loaded');
    return false;
  }
}

/** Reports when the demo shop's pictures are searchable. Returns early if the service stops or photo search is off. */
export async function reportPictures(service: Service, print: Print, stopping: AbortSignal): Promise<void> {
  const progress = new Progress('  Preparing photo search', null, openTerminal());
  try {
    const { pictures } = await service.engine.project(demoProject);
    await service.loadImageModel();
    for (; ; await sleep(pollIntervalMs, undefined, { signal: stopping, ref: false })) {
      if (service.encoders[0]?.status().ready !== true) return;
      const { pending, embedded, refined, failed } = pictures.countByState();
      const done = embedded + refined;
      if (pending === 0) {
        progress.end();
        print(
          `  Photo search is ready: ${done} pictures of the demo shop${failed === 0 ? '' : `, ${failed} failed`}.`,
        );
        return;
      }
      progress.update(done, `${done} pictures`, done + failed + pending);
    }
  } catch {
    // The service is stopping, or the demo shop was deleted.
  } finally {
    progress.end();
  }
}
