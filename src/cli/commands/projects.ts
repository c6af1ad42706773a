import { callOperation, type ApiClient } from '../api-client.ts';
import { readOption, UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';

/** `vitrine projects create ID | list | delete ID` */
export async function projects(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const action = readWord(args, 1, 'create, list or delete');
  if (action === 'create') {
    const id = readWord(args, 2, 'The id of the new project');
    const body = { id, name: readOption(args, 'name'), currency: readOption(args, 'currency') };
    const { project } = await callOperation(client, 'POST', '/admin/projects', body);
    output.printResult({ project }, [`Created project ${id}`]);
  } else if (action === 'list') {
    const answer = await callOperation(client, 'GET', '/admin/projects');
    const list = answer['projects'] as { id: string; name: string; items: number; events: number }[];
    output.printResult(
      answer,
      output.formatTable(
        ['ID', 'NAME', 'ITEMS', 'EVENTS'],
        list.map((one) => [one.id, one.name, one.items, one.events]),
      ),
    );
  } else if (action === 'delete') {
    const id = readWord(args, 2, 'The id of the project');
    if (args.options['yes'] !== true)
      throw new UsageError(`This deletes ${id} with all its data: confirm with --yes`);
    output.printResult(await callOperation(client, 'DELETE', `/admin/projects/${encodeURIComponent(id)}`), [
      `Deleted project ${id}`,
    ]);
  } else {
    throw new UsageError(`There is no \`projects ${action}\`: create, list or delete`);
  }
}
