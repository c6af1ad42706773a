import { ask, type ApiClient } from '../api-client.ts';
import { optional, UsageError, word, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';

/** `vitrine projects create ID | list | delete ID` */
export async function projects(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const action = word(args, 1, 'create, list or delete');
  if (action === 'create') {
    const id = word(args, 2, 'The id of the new project');
    const body = { id, name: optional(args, 'name'), currency: optional(args, 'currency') };
    const { project } = await ask(client, 'POST', '/admin/projects', body);
    output.result({ project }, [`Created project ${id}`]);
  } else if (action === 'list') {
    const answer = await ask(client, 'GET', '/admin/projects');
    const list = answer['projects'] as { id: string; name: string; items: number; events: number }[];
    output.result(
      answer,
      output.table(
        ['ID', 'NAME', 'ITEMS', 'EVENTS'],
        list.map((one) => [one.id, one.name, one.items, one.events]),
      ),
    );
  } else if (action === 'delete') {
    const id = word(args, 2, 'The id of the project');
    if (args.options['yes'] !== true)
      throw new UsageError(`This deletes ${id} with all its data: confirm with --yes`);
    output.result(await ask(client, 'DELETE', `/admin/projects/${encodeURIComponent(id)}`), [
      `Deleted project ${id}`,
    ]);
  } else {
    throw new UsageError(`There is no \`projects ${action}\`: create, list or delete`);
  }
}
