import type { Service } from '../service.ts';
import { randomSecret } from '../lib/random-id.ts';
import { loadDemo } from './demo-shop.ts';
import { signedIn } from './target.ts';

/**
 * What a first start needs: a password for the console, the demo shop, a key that works. Says where to go and what
 * to try; on later starts only where the console is.
 */
export async function welcome(service: Service, url: string, print: (line: string) => void): Promise<void> {
  const { config, engine, access, logger } = service;
  const password = config.adminPassword ?? randomSecret(96);
  const first = await access.setFirstPassword(password);
  print('');
  print(`  Vitrine serves at    ${url}`);
  print(`  Console              ${url}/console`);
  print(`  Reference            ${url}/docs`);
  if (first) {
    print(
      `  First password       ${config.adminPassword === null ? password : '(the one in VITRINE_ADMIN_PASSWORD)'}`,
    );
  }
  print('');
  if (!first || !config.demo || engine.store.projects().length > 0) return;
  print('  Loading the demo shop: 81 groceries with their pictures, simulated shoppers ...');
  try {
    await using client = await signedIn(service, url);
    const key = await loadDemo(client, service.clock.now());
    print('  Try it:');
    print(`  curl -H 'x-api-key: ${key}' '${url}/search/demo?q=apple%20juice'`);
  } catch (error) {
    // The service is of use without its demo.
    logger.error({ err: error }, 'the demo shop could not be loaded');
  }
  print('');
}
