import { demoProject } from '../../domain/projects/storefront-key.ts';
import type { ApiClient } from '../api-client.ts';
import type { Arguments } from '../arguments.ts';
import { loadDemo } from '../demo/demo-shop.ts';
import type { Output } from '../output.ts';

/** `vitrine demo` */
export async function demo(_args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const progress = output.showProgress('Loading the demo shop', null);
  const { key } = await loadDemo(client, (done, all, doing) => progress.update(done, doing, all));
  progress.end();
  output.printResult({ project: demoProject, key }, [
    `Loaded the demo shop as project ${demoProject}. Its key: ${key}`,
  ]);
}
