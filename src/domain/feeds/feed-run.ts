import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { FeedError, type Feed, type FeedReply, type FeedState } from '../../ports/catalog/feeds.ts';
import type { Task } from '../../ports/access/projects.ts';
import { readCharset, textEncodings } from '../../lib/text-encodings.ts';
import { importItems, createInterruption, noImportProgress } from '../catalog/import.ts';
import type { ImportFormat } from '../catalog/import-files/file-findings.ts';
import { importFile } from '../catalog/import-files/import-file.ts';
import { findRememberedMapping } from '../catalog/import-files/remembered-mappings.ts';
import { tableLayouts } from '../catalog/import-files/table-layout.ts';
import { jsonSliceMs, createJsonSlices } from '../contract/json-document.ts';
import { FeedItems } from './feed-items.ts';
import type { FeedRunOptions } from './feed-run-options.ts';
import { isInterrupted, isShopFeed, runShopFeed, type ShopFeed } from './shop-run.ts';

/** The task of a run that has begun. */
export function createRunTask(
  project: string,
  { task: id, startedAt }: Pick<FeedState, 'task' | 'startedAt'>,
): Task {
  return {
    id,
    project,
    kind: 'import',
    status: 'running',
    startedAt,
    finishedAt: null,
    progress: { ...noImportProgress },
    error: null,
  };
}

/**
 * Reads a feed once, as an import with a task: writes only what differs from the stored items, and removes what the feed has no
 * longer. A feed that has not changed ends at once. Does not reject for a feed that cannot be read: its task fails.
 */
export async function runFeed(
  project: ProjectEngine,
  feed: Feed,
  state: FeedState,
  options: FeedRunOptions,
): Promise<void> {
  const { store, source, clock, signal } = options;
  const put = (status: Task['status'], error: Task['error']): Promise<void> =>
    store.putTask({
      ...createRunTask(project.id, state),
      status,
      finishedAt: clock.now(),
      error,
    });
  if (isShopFeed(feed)) {
    await runShop(project, feed, state, options);
    return;
  }
  let reply: FeedReply;
  try {
    reply = await source.open(feed, state, signal);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    const { reason } = signal as { reason: unknown };
    const code = reason instanceof VitrineError ? reason.code : 'feed_failed';
    await put('failed', { code, detail: reason instanceof VitrineError ? reason.message : error.message });
    return;
  }
  if (!reply.isModified) {
    await put('succeeded', null);
    return;
  }
  try {
    await importReply(project, feed, state, reply, options);
  } catch (error) {
    // The task has it.
    if (error instanceof VitrineError) return;
    throw error;
  }
  const { etag, lastModified } = reply;
  await project.feedStates.change(feed.id, (current) => {
    const newest = current.get(feed.id)?.value ?? state;
    // The feed may have been deleted during the run.
    return project.feeds.current().has(feed.id) ? { ...newest, etag, lastModified } : null;
  });
}

async function runShop(
  project: ProjectEngine,
  feed: ShopFeed,
  state: FeedState,
  options: FeedRunOptions,
): Promise<void> {
  let hasEnded = true;
  try {
    await runShopFeed(project, feed, state, options);
  } catch (error) {
    hasEnded = !isInterrupted(error);
    // The task has it.
    if (!(error instanceof VitrineError)) throw error;
  } finally {
    if (hasEnded)
      await project.feedStates.change(feed.id, (current) => {
        const newest = current.get(feed.id)?.value;
        const isNewest = newest?.task === state.task && project.feeds.current().has(feed.id);
        return isNewest ? { ...newest, unfinished: 0 } : (newest ?? null);
      });
  }
}

async function importReply(
  project: ProjectEngine,
  feed: Feed,
  { task, startedAt }: FeedState,
  reply: FeedReply & { readonly isModified: true },
  { store, clock, traffic, signal }: FeedRunOptions,
): Promise<void> {
  const settings = project.settings.effective().items;
  const slices = createJsonSlices(() => traffic.yieldToRequests(jsonSliceMs));
  let read = 0;
  const file = importFile(
    countBytes(reply.bytes, signal, (bytes) => {
      read += bytes;
    }),
    {
      format: chooseFormat(feed, reply.contentType),
      layout: tableLayouts.find((layout) => layout === feed.layout) ?? null,
      encoding: textEncodings.find((encoding) => encoding === feed.encoding) ?? null,
      declaredEncoding: readCharset(reply.contentType),
      decimal: feed.decimal,
      mapping: feed.mapping,
      findRememberedMapping: (names) => findRememberedMapping(project.columnMappings, names),
      now: clock.now(),
      slices,
    },
  );
  await importItems({
    catalog: project.catalog,
    store,
    files: project.files,
    clock,
    task: { id: task, project: project.id },
    startedAt,
    file,
    settings,
    mode: 'replace',
    slices,
    bytes: () => ({ read, total: null }),
    traffic,
    signal,
    repeated: new FeedItems(feed, project, settings),
  });
}

/** A FeedError of the bytes is the error of the import. Ends with the signal: a file can have many lines that are no records. */
async function* countBytes(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  add: (bytes: number) => void,
): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of source) {
      if (signal.aborted) throw createInterruption(signal);
      add(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FeedError && signal.aborted) throw createInterruption(signal);
    if (error instanceof FeedError) throw new VitrineError('feed_failed', error.message);
    throw error;
  }
}

/** Decides on the format by the setting, the content type, or else the name. */
function chooseFormat({ format, url }: Feed, contentType: string): ImportFormat {
  if (format !== 'auto') return format;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const { pathname } = new URL(url);
  if (/[/+]xml$/.test(type) || /\.(?:xml|rss|atom)(?:\.gz)?$/i.test(pathname)) return 'xml';
  return /json/.test(type) || /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(pathname) ? 'ndjson' : 'csv';
}
