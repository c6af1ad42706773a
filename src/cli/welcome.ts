import type { Service } from '../service.ts';
import { randomSecret } from '../lib/random-id.ts';
import { loadDemo } from './demo-shop.ts';

/**
 * What a first start needs: a password for the console, the demo shop, a key that works. Says where to go and what
 * to try; on later starts only where the console is.
 */
export async function welcome(service: Service, url: string, print: (line: string) => void): Promise<void> {
  const { config, engine, access } = service;
  const first = engine.store.account() === null;
  let password: string | null = null;
  if (first) {
    password = config.adminPassword ?? randomSecret(96);
    await access.setPassword(password);
  } else if (config.adminPassword !== null && !(await isPassword(service, config.adminPassword))) {
    await access.setPassword(config.adminPassword);
  }
  const fresh = first && engine.store.projects().length === 0;
  let key: string | null = null;
  if (fresh && config.demo) {
    print('Loading the demo shop: 81 groceries and their pictures, simulated shoppers ...');
    key = await loadDemo(service);
  }
  print('');
  print(`  Vitrine serves at    ${url}`);
  print(`  Console              ${url}/console`);
  if (first) print(`  First password       ${config.adminPassword === null ? password : '(the one in VITRINE_ADMIN_PASSWORD)'}`);
  print(`  Reference            ${url}/docs`);
  if (key !== null) {
    print('');
    print('  Try it:');
    print(`  curl -H 'x-api-key: ${key}' '${url}/search/demo?q=aple%20juice'`);
  }
  print('');
}

async function isPassword(service: Service, password: string): Promise<boolean> {
  try {
    await service.access.signIn(password);
    return true;
  } catch {
    return false;
  }
}

