import { resolve } from 'node:path';
import { callOperation, CommandError, type ApiClient } from '../api-client.ts';
import { readOption, readRequired, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';
import { buildDraft, findPlace, type FolderDraft } from '../settings-folder/draft-of-folder.ts';
import { readFolder, writeFolder, type FolderSource } from '../settings-folder/folder-files.ts';
import { readLiveState } from '../settings-folder/project-settings.ts';

const shownLengthMax = 100;

/** `vitrine pull DIR --project ID` */
export async function pull(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const folder = resolve(readWord(args, 1, 'The folder to write'));
  const project = readRequired(args, 'project');
  const files = writeFolder(folder, project, (await readLiveState(client, project)).state);
  output.printResult({ project, folder, files }, [
    `Wrote ${files.length} files of ${project} into ${folder}`,
  ]);
}

/** A change of one part, as a draft shows it. */
interface Change {
  readonly kind: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly differences: readonly {
    readonly path: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** `vitrine apply DIR [--project ID --dry-run --prune --message TEXT]` */
export async function apply(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const source = readFolder(resolve(readWord(args, 1, 'The folder of the settings')));
  const project = readOption(args, 'project') ?? source.project;
  const { draft, kept } = buildDraft(
    source.state,
    await readLiveState(client, project),
    args.options['prune'] === true,
  );
  const isDryRun = args.options['dry-run'] === true;
  const applied = await publish(client, project, draft, source, isDryRun, readOption(args, 'message'));
  const { changes, version } = applied;
  const keptLines = kept.map((part) => `  kept ${part}: it is not in the folder (--prune removes it)`);
  output.printResult({ project, dryRun: isDryRun, changes, kept, version }, [
    ...changes.flatMap(formatChange),
    ...keptLines,
    summarizeDraft(changes.length, project, version),
  ]);
}

function summarizeDraft(count: number, project: string, version: number | null): string {
  if (count === 0) return `No changes of ${project}`;
  const counted = `${count} ${count === 1 ? 'change' : 'changes'} of ${project}`;
  return version === null ? `${counted}, not applied` : `${counted}, live as version ${version}`;
}

/** Checks a draft by storing it, and publishes it unless it is a dry run or changes nothing. It is not left behind. */
async function publish(
  client: ApiClient,
  project: string,
  draft: FolderDraft | null,
  source: FolderSource,
  isDryRun: boolean,
  message: string | null,
): Promise<{ changes: readonly Change[]; version: number | null }> {
  if (draft === null) return { changes: [], version: null };
  const id = `apply-${Date.now().toString(36)}`;
  const path = `/api/projects/${encodeURIComponent(project)}/drafts/${id}`;
  const name = message ?? 'vitrine apply';
  const stored = await callOperation(client, 'PUT', path, {
    draft: { id, name: name.slice(0, 200), ...draft },
  }).catch((error: unknown) => {
    throw locateErrorInFiles(error, draft, source);
  });
  const changes = stored['changes'] as readonly Change[];
  try {
    if (!isDryRun && changes.length > 0) {
      const reply = await callOperation(client, 'POST', `${path}/publish`, { message: name });
      return { changes, version: (reply['version'] as { number: number } | null)?.number ?? null };
    }
  } catch (error) {
    await callOperation(client, 'DELETE', path).catch(() => undefined);
    throw error;
  }
  await callOperation(client, 'DELETE', path);
  return { changes, version: null };
}

/** The same error with files and places instead of paths in the draft. */
function locateErrorInFiles(error: unknown, draft: FolderDraft, source: FolderSource): unknown {
  if (!(error instanceof CommandError) || error.errors.length === 0) return error;
  const lines = error.errors.map(({ path = '', detail = '' }) => {
    const place = findPlace(path, draft, source);
    return place === null ? detail : `${place}: ${detail.replace(`${path} `, '')}`;
  });
  return new CommandError(`Nothing was changed:\n  ${lines.join('\n  ')}`);
}

function formatChange({ kind, id, before, after, differences }: Change): string[] {
  const name = `${kind}/${id}`;
  if (before === null) return [`+ ${name}`];
  if (after === null) return [`- ${name}`];
  return differences.map(
    (one) =>
      `~ ${name}${one.path === '' ? '' : ` ${one.path}`}: ${formatValue(one.before)} -> ${formatValue(one.after)}`,
  );
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none';
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}
