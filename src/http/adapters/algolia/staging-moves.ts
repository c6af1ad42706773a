import { setTimeout as sleep } from 'node:timers/promises';
import { importItems } from '../../../domain/catalog/import.ts';
import type { ImportFile } from '../../../domain/catalog/import-files/import-file.ts';
import { createRawSource, type ImportRecord } from '../../../domain/catalog/import-records.ts';
import { jsonSliceMs, createJsonSlices } from '../../../domain/contract/json-document.ts';
import type { StagingIndexes } from '../../../domain/catalog/staging-indexes.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Engine, ProjectEngine } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Json } from '../../../ports/catalog/json.ts';
import type { OpenedProject } from '../../operation.ts';
import type { RequestScheduler } from '../../overload/request-scheduler.ts';
import type { RunningReplacements } from '../../routes/running-replacements.ts';
import { toItemInput, readRecord } from './record-input.ts';
import { recordSettings } from './record-writes.ts';
import { projectTaskId, taskWaitSeconds, type TaskIds } from './task-ids.ts';

interface MoveOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly scheduler: RequestScheduler;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly replacements: RunningReplacements;
  readonly stagingIndexes: StagingIndexes;
  readonly taskIds: TaskIds;
}

interface RunningMove {
  readonly taskId: number;
  readonly ended: Promise<void>;
}

/** Replaces catalogs by staging indexes: each in one step, as an import with `mode=replaceAll` does. */
export class StagingMoves {
  readonly #options: MoveOptions;
  /** The running moves by source and destination, as a client repeats a request that takes long. */
  readonly #running = new Map<string, RunningMove>();

  constructor(options: MoveOptions) {
    this.#options = options;
  }

  /**
   * Moves a staging index onto a project, and returns the number of the task, which may still run. A repeated request joins the move,
   * or finds it done.
   * @throws VitrineError catalog_not_replaced, rate_limited: the catalog and the staging index are as they were
   */
  async move(
    source: ProjectEngine,
    index: string,
    { project: destination, restrictions }: Pick<OpenedProject, 'project' | 'restrictions'>,
  ): Promise<number> {
    await this.#options.stagingIndexes.waitForWrites(source);
    const key = JSON.stringify([source.id, index, destination.id]);
    let move = this.#running.get(key);
    if (move === undefined) {
      const done = this.#findEarlierMove(source, index, destination);
      if (done !== null) return done;
      const taskId = this.#options.taskIds.countRunning();
      const { privateFields: hidden } = restrictions;
      const run = this.#run(source, index, destination, { taskId, hidden });
      const ended = run.finally(() => this.#running.delete(key));
      move = { taskId, ended };
      this.#running.set(key, move);
    }
    const timer = new AbortController();
    const timeout = sleep(taskWaitSeconds * 1_000, undefined, {
      signal: timer.signal,
      ref: false,
    });
    try {
      await Promise.race([move.ended, timeout.catch(() => undefined)]);
    } finally {
      timer.abort();
    }
    move.ended.catch((error: unknown) => {
      // The task has the expected ones.
      if (!(error instanceof VitrineError)) this.#options.onError(error);
    });
    return move.taskId;
  }

  /** The task of the same move by an earlier request, or null if there is something to move. @throws VitrineError */
  #findEarlierMove(source: ProjectEngine, index: string, destination: ProjectEngine): number | null {
    const { stagingIndexes } = this.#options;
    if (stagingIndexes.findLast(source, index) !== null) return null;
    const last = stagingIndexes.findLastMove(source, index);
    if (last?.destination === destination.id) return last.taskId;
    throw new VitrineError(
      'catalog_not_replaced',
      `Cannot replace the catalog as the index ${index} has no records`,
    );
  }

  async #run(
    source: ProjectEngine,
    index: string,
    destination: ProjectEngine,
    { taskId, hidden }: { taskId: number; hidden: readonly string[] },
  ): Promise<void> {
    const { engine, replacements, stagingIndexes, scheduler } = this.#options;
    using _replacing = beginReplacement(replacements);
    using _source = engine.hold(source);
    using _destination = engine.hold(destination);
    const sequence = stagingIndexes.findLast(source, index) ?? 0;
    const settings = destination.settings.effective();
    const { isFree, priceOptional } = recordSettings(settings);
    let bytes = 0;
    async function* streamRecords(): AsyncIterable<ImportRecord> {
      let line = 0;
      for await (const { id, json } of stagingIndexes.readRecords(source, index, sequence)) {
        bytes += json.length;
        yield importRecord(++line, id, json, isFree);
      }
    }
    await importItems({
      ...this.#options,
      catalog: destination.catalog,
      store: engine.store,
      files: destination.files,
      task: { id: projectTaskId(taskId) ?? '', project: destination.id },
      settings: { priceOptional, hidden },
      mode: 'replaceAll',
      slices: createJsonSlices(() => scheduler.yieldToRequests(jsonSliceMs)),
      file: recordFile(streamRecords()),
      bytes: () => ({ read: bytes, total: null }),
      traffic: scheduler,
      signal: this.#options.stopping,
    });
    await stagingIndexes.recordMove(source, index, { destination: destination.id, taskId, sequence });
  }
}

/** Clients repeat a request at once after a status of 500 or more, and then report the service as unreachable. @throws VitrineError rate_limited */
function beginReplacement(replacements: RunningReplacements): Disposable {
  try {
    return replacements.begin();
  } catch (error) {
    if (!(error instanceof VitrineError) || error.retryAfterSeconds === null) throw error;
    throw new VitrineError('rate_limited', error.message, { retryAfterSeconds: error.retryAfterSeconds });
  }
}

function importRecord(line: number, id: string, text: string, isFree: boolean): ImportRecord {
  const source = createRawSource(line, text);
  try {
    const record = readRecord({ value: JSON.parse(text) as Json, text }, `record ${line}`, id);
    return { line, input: toItemInput(record, isFree), source };
  } catch (error) {
    // The settings may have changed since it was checked.
    if (error instanceof VitrineError) return { line, error, source };
    throw error;
  }
}

function recordFile(records: AsyncIterable<ImportRecord>): ImportFile {
  return {
    records,
    findings: () => ({
      format: 'ndjson',
      layout: null,
      encoding: 'utf-8',
      delimiter: null,
      decimal: null,
      ambiguousColumns: [],
      rememberedAt: null,
      warnings: [],
    }),
    columns: () => [],
    mapping: () => ({}),
  };
}
