import { callOperation, type ApiClient } from '../api-client.ts';
import { readOption, readRequired, UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';

/** `vitrine keys create --project ID --scopes A,B | list | revoke ID` */
export async function keys(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const action = readWord(args, 1, 'create, list or revoke');
  if (action === 'create') await create(args, client, output);
  else if (action === 'list') await list(args, client, output);
  else if (action === 'revoke') {
    const id = readWord(args, 2, 'The id of the key');
    output.printResult(await callOperation(client, 'DELETE', `/admin/keys/${encodeURIComponent(id)}`), [
      `Revoked key ${id}`,
    ]);
  } else throw new UsageError(`There is no \`keys ${action}\`: create, list or revoke`);
}

async function create(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const scopes = readRequired(args, 'scopes').split(',');
  const project = readOption(args, 'project');
  if (project === null && !scopes.includes('admin'))
    throw new UsageError('--project is required, except for a key with the scope admin');
  const rate = readOption(args, 'rate');
  if (rate !== null && !/^\d+$/.test(rate))
    throw new UsageError('--rate must be a number of requests per minute');
  const created = await callOperation(client, 'POST', '/admin/keys', {
    name: readOption(args, 'name'),
    scopes,
    kind: readOption(args, 'kind'),
    filter: readOption(args, 'filter'),
    projects: project === null ? null : project.split(','),
    expiresAt: readOption(args, 'expires'),
    ...(rate === null ? {} : { ratePerMinute: Number(rate) }),
    ...(readOption(args, 'origins') === null ? {} : { origins: readRequired(args, 'origins').split(',') }),
    ...(readOption(args, 'price-lists') === null
      ? {}
      : { priceLists: readRequired(args, 'price-lists').split(',') }),
  });
  const { key, id, scopes: given, projects } = created;
  output.printResult({ key, id, scopes: given, projects }, [
    String(key),
    `Key ${String(id)}. It is shown only once.`,
  ]);
}

async function list(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const project = readOption(args, 'project');
  const answer = await callOperation(
    client,
    'GET',
    `/admin/keys${project === null ? '' : `?project=${encodeURIComponent(project)}`}`,
  );
  const rows = (
    answer['keys'] as {
      id: string;
      prefix: string;
      name: string;
      kind: string;
      scopes: string[];
      projects: string[] | null;
      revokedAt: number | null;
    }[]
  ).map((one) => [
    one.id,
    `${one.prefix}…`,
    one.name,
    one.kind,
    one.scopes.join(','),
    one.projects?.join(',') ?? 'all',
    one.revokedAt === null ? 'active' : 'revoked',
  ]);
  output.printResult(
    answer,
    output.formatTable(['ID', 'KEY', 'NAME', 'KIND', 'SCOPES', 'PROJECTS', 'STATUS'], rows),
  );
}
