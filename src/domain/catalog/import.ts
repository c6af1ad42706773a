import type { Catalog, ItemChange } from '../../ports/catalog/catalog.ts';
import { projectNotFound, VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore, Task } from '../../ports/access/projects.ts';
import type { Clock } from '../../lib/clock.ts';
import { IntervalTask } from '../../lib/interval-task.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { CatalogReplacement } from './catalog-replacement.ts';
import type { WriteRules } from './hidden-fields.ts';
import { defaultedFields, parseImportedUpdate, type DefaultedField, type ItemInput } from './item-input.ts';
import { isStored, prepareChange, prepareUpdate, prepareUpsert, decodePictures } from './items.ts';
import { parsedByteCost } from '../contract/json-document.ts';
import type { ImportFile } from './import-files/import-file.ts';
import type { ImportMode } from './import-modes.ts';
import { checkColumns } from './import-files/required-columns.ts';
import type { FileFindings } from './import-files/file-findings.ts';
import { locateErrorInFile } from './import-files/record-errors.ts';
import { RejectedRows } from './import-files/rejected-rows.ts';
import { readId, UniqueIds } from './import-files/unique-ids.ts';
import { storeRejected } from './rejected-files.ts';
import type { StoredFiles } from '../../ports/catalog/stored-files.ts';
import { refusalCost, type ImportRecord } from './import-records.ts';

/** Why a line was not stored. */
export interface LineError {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
}

/** Progress of an import. */
export interface ImportProgress {
  readonly lines: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /** Items that were as the file has them, and items that the file has no longer: for feeds and with `replaceAll`. */
  readonly unchanged: number;
  readonly removed: number;
  /** Bytes read and in total (null if unknown). */
  readonly bytes: number;
  readonly bytesTotal: number | null;
  /** Pages of a shop that is read page by page; null for files. */
  readonly pages: CrawlProgress | null;
  /** Properties of the file that are known so far. */
  readonly file: FileFindings;
  /** Number of stored items that received a default, by field. */
  readonly defaults: Readonly<Record<DefaultedField, number>>;
  /** Errors of the first rejected lines; further ones are only counted. */
  readonly errors: readonly LineError[];
  readonly errorsOmitted: number;
  /** The file with the rejected records, or null if there are none. */
  readonly rejected: { readonly rows: number; readonly isCut: boolean } | null;
}

/** A batch becomes one text segment: larger batches leave less to merge, smaller ones delay searches less. */
const batchSize = 1_000;
const batchSizeBusy = 250;
/** Bytes of a batch, including pictures. */
const batchBytesMax = 16 * 1024 * 1024;
/** Approximate milliseconds of the main thread per record (docs/internals/experiments/loading.md), with a reserve. */
const recordMs = 0.1;
/** Cost of a record besides its text, in scanned bytes of JSON. */
const recordCost = 2_000;
/** Milliseconds between two reports while nothing is written. */
const reportEveryMs = 500;
/** Milliseconds between two reports of an import of a shop. */
const crawlReportEveryMs = 2_000;
/** Batches written concurrently, while the next ones are read and checked. */
const batchesInFlightMax = 3;

/** An item that is being written. */
interface Pending {
  readonly record: ImportRecord;
  readonly change: ItemChange;
  /** Bytes of the stored item that it changes. */
  readonly bytes: number;
  readonly defaulted: readonly DefaultedField[];
}

/** A file that is read again and again: items that are as it has them are not written. */
export interface RepeatedFile {
  /** Called with the id of each record, valid or not, or null if it has none. */
  readonly onId: (id: string | null) => void;
  /** Removes the items that the file has no longer, after its end, and returns their number. @throws VitrineError */
  readonly removeAbsent: () => Promise<number>;
}

/** Pages read of a shop. */
export interface CrawlProgress {
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
  /** Pages that have not changed, and were not read. */
  readonly unchanged: number;
  /** Seconds until the last page at the speed so far; null while it is not known. */
  readonly remainingSeconds: number | null;
}

/** An import whose records arrive slowly, for hours: it stores them from time to time, and tells its progress. */
export interface Crawl {
  /** Milliseconds after which records are stored, though they are few. */
  readonly storeEveryMs: number;
  /** Called when the first `lines` records are stored or rejected. */
  readonly onStored: (lines: number) => Promise<void>;
  readonly onRejected: (line: number) => void;
  readonly progress: () => CrawlProgress;
  /** Items that have not changed, and are no records. */
  readonly countUnchanged: () => number;
}

/** Throttles an import while there are other requests. */
export interface BulkThrottle {
  readonly isBusy: boolean;
  /** Resolves when a step of about `ms` milliseconds may start. */
  yieldToRequests(ms: number): Promise<void>;
}

/**
 * Stores records as they arrive and reports the progress in a task. Memory does not depend on the size of the file. Stored
 * items are durable and visible even if the import fails later. With `replaceAll`, all records are stored in one step at the end.
 */
export async function importItems(options: {
  catalog: Catalog;
  store: ProjectStore;
  clock: Clock;
  files: StoredFiles;
  task: { id: string; project: string };
  file: ImportFile;
  settings: WriteRules;
  mode: ImportMode;
  /** Whether `replaceAll` replaces the catalog even if lines were rejected. */
  allowsRejected?: boolean;
  slices: WorkSlices;
  /** Bytes read and in total (null if unknown), for progress. */
  bytes: () => { read: number; total: number | null };
  traffic: BulkThrottle;
  signal: AbortSignal;
  repeated?: RepeatedFile;
  crawl?: Crawl;
  /** Milliseconds; by default now. */
  startedAt?: number;
}): Promise<Task> {
  const { catalog, store, clock, bytes, file } = options;
  const counts = { lines: 0, created: 0, updated: 0, failed: 0, unchanged: 0, removed: 0 };
  const defaults = Object.fromEntries(defaultedFields.map((name) => [name, 0])) as Record<
    DefaultedField,
    number
  >;
  const errors: LineError[] = [];
  const rejected = new RejectedRows();
  const started = options.startedAt ?? clock.now();
  let reportedAt = started;
  const report = async (status: Task['status'], error: Task['error']): Promise<Task> => {
    reportedAt = clock.now();
    const { read, total } = bytes();
    const progress: ImportProgress = {
      ...counts,
      unchanged: counts.unchanged + (options.crawl?.countUnchanged() ?? 0),
      pages: options.crawl?.progress() ?? null,
      bytes: read,
      bytesTotal: total,
      file: file.findings(),
      defaults,
      errors,
      errorsOmitted: Math.max(0, counts.failed - errors.length),
      rejected: rejected.counts,
    };
    const task: Task = {
      ...options.task,
      kind: 'import',
      status,
      startedAt: started,
      finishedAt: status === 'running' ? null : clock.now(),
      progress: { ...progress },
      error,
    };
    await store.putTask(task);
    return task;
  };
  const replacement =
    options.mode === 'replaceAll'
      ? new CatalogReplacement(catalog, {
          allowsRejected: options.allowsRejected === true,
          writesSame: (options.settings.hidden?.length ?? 0) > 0,
          report: () => report('running', null),
        })
      : undefined;
  const fail = async (record: ImportRecord, refusal: VitrineError): Promise<void> => {
    const { line, source } = record;
    await replacement?.reject(readId(record));
    options.crawl?.onRejected(line);
    counts.failed++;
    if (errors.length >= limits.importErrorsMax && rejected.isFull)
      rejected.add(line, source, { error: '', path: '' });
    else {
      const error = locateErrorInFile(refusal, record);
      rejected.add(line, source, { error: error.message, path: error.errors[0]?.path ?? '' });
      if (errors.length < limits.importErrorsMax)
        errors.push({ line, code: error.code, detail: error.message, errors: error.errors });
    }
    if (counts.failed > limits.importRejectedLinesMax) throw createTooManyRejectedError();
  };
  const write = async (batch: readonly Pending[]): Promise<void> => {
    const outcomes = await catalog.change(batch.map(({ change }) => change));
    for (const [index, { record, defaulted }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'stored') {
        counts[outcome.created ? 'created' : 'updated']++;
        for (const name of defaulted) defaults[name]++;
      } else if (outcome?.kind === 'refused') await fail(record, outcome.error as VitrineError);
    }
    await report('running', null);
  };
  await report('running', null);
  const { createdAt } = store.project(options.task.project) ?? {};
  const onRecord = async (): Promise<void> => {
    // Lines that are rejected or unchanged do not touch the project, which would tell.
    if (store.project(options.task.project)?.createdAt !== createdAt)
      throw projectNotFound(options.task.project);
    if (clock.now() - reportedAt >= reportEveryMs) await report('running', null);
  };
  const keepRejected = (): Promise<void> =>
    storeRejected(options.files, { id: options.task.id, startedAt: started }, rejected.createFile(file));
  try {
    {
      // Pages that have not changed give no record for minutes.
      await using _reports =
        options.crawl === undefined
          ? null
          : new IntervalTask(crawlReportEveryMs, () =>
              report('running', null).then(
                () => undefined,
                () => undefined,
              ),
            );
      await sendInBatches({ ...options, replacement, onRecord }, counts, fail, write);
    }
    counts.removed = (await options.repeated?.removeAbsent()) ?? 0;
    if (replacement !== undefined) {
      const { defaulted, ...replaced } = await replacement.commit();
      Object.assign(counts, replaced);
      for (const name of defaulted) defaults[name]++;
    }
    await keepRejected();
  } catch (error) {
    await keepRejected().catch(() => undefined);
    const task = await report('failed', describeFailure(error));
    if (!(error instanceof VitrineError)) throw error;
    // The error includes the progress.
    throw new VitrineError(error.code, error.message, {
      errors: error.errors,
      members: { ...error.members, task },
      ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      cause: error,
    });
  }
  errors.sort((a, b) => a.line - b.line);
  return report('succeeded', null);
}

/** The change of a record; null means the replacement collects it. */
async function preparePending(
  record: ImportRecord & { readonly input: ItemInput },
  { catalog, mode, settings, slices, repeated, replacement }: ReadOptions,
): Promise<Pending | 'unchanged' | null> {
  const input = await decodePictures(record.input);
  if (mode !== 'update') {
    const { content, change, defaulted } = prepareUpsert(input, settings);
    if (replacement !== undefined) {
      await replacement.add(content, defaulted);
      return null;
    }
    if (repeated !== undefined && isStored(await catalog.get(change.address), change.decide(null)))
      return 'unchanged';
    return { record, bytes: 0, change, defaulted };
  }
  const { change, bytes } = await prepareChange(catalog, prepareUpdate(parseImportedUpdate(input), settings));
  await slices.spend(parsedByteCost * bytes);
  return { record, change, bytes, defaulted: [] };
}

/** Options for reading a change of an import. */
interface ReadOptions {
  readonly catalog: Catalog;
  readonly mode: ImportMode;
  readonly settings: WriteRules;
  readonly slices: WorkSlices;
  readonly repeated?: RepeatedFile;
  readonly replacement?: CatalogReplacement | undefined;
}

async function sendInBatches(
  options: ReadOptions & {
    file: ImportFile;
    signal: AbortSignal;
    traffic: BulkThrottle;
    clock: Clock;
    crawl?: Crawl;
    onRecord: () => Promise<void>;
  },
  counts: { lines: number; unchanged: number },
  fail: (record: ImportRecord, error: VitrineError) => Promise<void>,
  write: (batch: readonly Pending[]) => Promise<void>,
): Promise<void> {
  const { file, signal, traffic, crawl, clock } = options;
  let storedAt = clock.now();
  const inFlight = new Set<Promise<void>>();
  const ids = new UniqueIds();
  let batch: Pending[] = [];
  let batchBytes = 0;
  let failure: unknown = null;
  let interrupted: unknown = null;
  const send = async (): Promise<void> => {
    if (batch.length === 0) return;
    while (inFlight.size >= batchesInFlightMax) await Promise.race(inFlight);
    await traffic.yieldToRequests(batch.length * recordMs);
    const pendingWrite: Promise<void> = write(batch).catch((error: unknown) => {
      failure ??= error;
    });
    const done = pendingWrite.finally(() => inFlight.delete(done));
    inFlight.add(done);
    batch = [];
    batchBytes = 0;
  };
  try {
    for await (const record of file.records) {
      if (signal.aborted) throw createInterruption(signal);
      if (failure !== null) break;
      if (crawl !== undefined && clock.now() - storedAt >= crawl.storeEveryMs) {
        await send();
        await Promise.all(inFlight);
        if (failure === null) await crawl.onStored(counts.lines);
        storedAt = clock.now();
      }
      await options.slices.spend(recordCost);
      if (counts.lines === 0) checkColumns(options.file, options);
      counts.lines++;
      await options.onRecord();
      options.repeated?.onId(readId(record));
      if ('error' in record) {
        await fail(record, record.error);
        continue;
      }
      try {
        ids.check(record);
        const pending = await preparePending(record, options);
        ids.add(record);
        if (pending === 'unchanged') counts.unchanged++;
        if (pending === null || pending === 'unchanged') continue;
        batch.push(pending);
        batchBytes += record.input.text.length + pending.bytes;
      } catch (error) {
        if (!(error instanceof VitrineError) || error.code === 'catalog_not_replaced') throw error;
        await options.slices.spend(refusalCost);
        await fail(record, error);
      }
      if (batch.length >= (traffic.isBusy ? batchSizeBusy : batchSize) || batchBytes >= batchBytesMax)
        await send();
    }
  } catch (error) {
    failure ??= error;
    interrupted = error;
  }
  // Records before the interruption are stored; after a failed write nothing more is tried.
  const isStored = failure === interrupted;
  if (isStored) await send();
  await Promise.all(inFlight);
  if (isStored && failure === interrupted) await crawl?.onStored(counts.lines);
  if (failure !== null) throw failure;
}

/** Why an import was interrupted: the reason of the signal, or a stop of the service. */
export function createInterruption({ reason }: AbortSignal): VitrineError {
  if (reason instanceof VitrineError) return reason;
  return new VitrineError('stopping', 'The service is stopping: send the rest again', {
    retryAfterSeconds: 5,
  });
}

/** The error of an import with more rejected lines than the limit. */
export function createTooManyRejectedError(): VitrineError {
  const detail = `The import ended as more than ${limits.importRejectedLinesMax} lines were rejected: what was read before is stored`;
  return new VitrineError('invalid_request', detail, {
    errors: [{ path: 'body', code: 'too_many', detail }],
  });
}

/** The progress of an import that has read nothing. */
export const noImportProgress: Omit<ImportProgress, 'file'> = {
  lines: 0,
  created: 0,
  updated: 0,
  failed: 0,
  unchanged: 0,
  removed: 0,
  pages: null,
  bytes: 0,
  bytesTotal: null,
  defaults: { sku: 0, imgs: 0, price: 0, description: 0 },
  errors: [],
  errorsOmitted: 0,
  rejected: null,
};

/** The error of a task whose file could not be read to its end. */
export function describeFailure(error: unknown): { code: string; detail: string } {
  if (error instanceof VitrineError) return { code: error.code, detail: error.message };
  return { code: 'body_incomplete', detail: 'The file ended before its end: what was counted is stored' };
}
