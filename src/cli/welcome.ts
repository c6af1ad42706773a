import type { Service } from '../service.ts';
import { randomSecret } from '../lib/random-id.ts';
import { loadDemo } from './demo-shop.ts';
import { signedIn } from './target.ts';

/** The password of a first start: from the environment, or generated; null where one is set already. */
export async function firstPassword({ config, access }: Service): Promise<string | null> {
  const password = config.adminPassword ?? randomSecret(96);
  return (await access.setFirstPassword(password)) ? password : null;
}

/**
 * What a first start needs besides: the demo shop, a key that works. Says where to go and what to try; on later starts only
 * where the console is. `password`: the one that was just set.
 */
export async function welcome(
  service: Service,
  url: string,
  password: string | null,
  print: (line: string) => void,
): Promise<void> {
  const { config, engine, logger } = service;
  print('');
  print(`  Vitrine serves at    ${url}`);
  print(`  Console              ${url}/console`);
  print(`  Reference            ${url}/docs`);
  if (password !== null) {
    print(
      `  First password       ${config.adminPassword === null ? password : '(the one in VITRINE_ADMIN_PASSWORD)'}`,
    );
  }
  print('');
  if (password === null || !config.demo || engine.store.projects().length > 0) return;
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
