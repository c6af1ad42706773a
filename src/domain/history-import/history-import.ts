import type { Clock } from '../../lib/clock.ts';
import { dayMs, toDay } from '../../lib/days.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { createTooManyRejectedError, type BulkThrottle, type LineError } from '../catalog/import.ts';
import { refusalCost } from '../catalog/import-records.ts';
import { addEvents } from '../events/events.ts';
import { readJsonRecord } from '../contract/json-document.ts';
import { readHistoryLine, type HistoryLine } from './history-line.ts';
import { ImportedSearches } from './imported-searches.ts';

/** Lines that are written together. */
const batchLines = 1_000;
const batchBytesMax = 4 * 1024 * 1024;
/** Errors that are reported of one line. */
const lineErrorsMax = 5;
/** Approximate milliseconds of the main thread per line. */
const lineMs = 0.1;

/** Progress of an import of a history. */
export interface HistoryProgress {
  readonly lines: number;
  readonly searches: number;
  readonly lists: number;
  readonly events: number;
  /** Searches, lists and events whose ids were known. */
  readonly duplicates: number;
  /** Searches and lists that are older than the setting `analytics.impressionDays`. */
  readonly expired: number;
  readonly failed: number;
  /** Errors of the first rejected lines; further ones are only counted. */
  readonly errors: readonly LineError[];
  readonly errorsOmitted: number;
}

type Impressions = readonly (HistoryLine & { readonly kind: 'impression' })[];

/**
 * Stores a history: what was shown to shoppers, and their events, with their original times. It counts as if it had happened in this
 * project, in its order: recommendations, analytics, completions, learning, attribution and experiments include it.
 *
 * Lines whose ids are known change nothing, so that a file can be sent again. A line that is not valid is reported, and the others
 * are stored. When the promise resolves, everything is durable.
 */
export async function importHistory(options: {
  readonly project: ProjectEngine;
  readonly projectId: string;
  readonly clock: Clock;
  /** Lines without line feeds; null means longer than the limit. */
  readonly lines: AsyncIterable<Uint8Array | null>;
  /** Added to all times, in ms. */
  readonly shiftMs: number;
  readonly slices: WorkSlices;
  readonly traffic: BulkThrottle;
  readonly signal: AbortSignal;
  readonly report: (progress: HistoryProgress) => Promise<void>;
}): Promise<HistoryProgress> {
  const { project, clock, shiftMs, slices, traffic, signal, report } = options;
  const counts = { lines: 0, searches: 0, lists: 0, events: 0, duplicates: 0, expired: 0, failed: 0 };
  const errors: LineError[] = [];
  const progress = (): HistoryProgress => ({
    ...counts,
    errors,
    errorsOmitted: Math.max(0, counts.failed - errors.length),
  });
  using importedSearches = new ImportedSearches(options.projectId, project);
  let oldestDay = Infinity;
  const write = async (batch: readonly HistoryLine[]): Promise<void> => {
    await traffic.yieldToRequests(batch.length * lineMs);
    const { impressionDays } = project.settings.effective().analytics;
    const keptSince = (toDay(clock.now()) - impressionDays) * dayMs;
    const impressions = batch.filter((line) => line.kind === 'impression') as Impressions;
    const recentImpressions =
      impressionDays === 0 ? [] : impressions.filter(({ impression }) => impression.at >= keptSince);
    const stored = await project.impressionLog.add(recentImpressions.map(({ impression }) => impression));
    const events = batch.flatMap((line) => (line.kind === 'event' ? line.event : []));
    const { accepted, duplicates, stored: storedEvents } = await addEvents(project.events, events);
    const kinds = new Map(recentImpressions.map(({ impression: { id, kind } }) => [id, kind]));
    for (const id of stored) counts[kinds.get(id) === 'list' ? 'lists' : 'searches']++;
    counts.events += accepted;
    counts.duplicates += duplicates + recentImpressions.length - stored.size;
    counts.expired += impressions.length - recentImpressions.length;
    const repeated = new Set(events.filter((_, at) => storedEvents[at] === null));
    const counted = batch.filter((line) => line.kind !== 'event' || !repeated.has(line.event));
    await importedSearches.replay(counted, stored);
    for (const line of batch)
      oldestDay = Math.min(oldestDay, toDay(line.kind === 'event' ? line.event.at : line.impression.at));
    await report(progress());
  };
  let batch: HistoryLine[] = [];
  let batchBytes = 0;
  try {
    for await (const bytes of options.lines) {
      if (signal.aborted) throw new VitrineError('stopping', 'The service is stopping');
      counts.lines++;
      const line = counts.lines;
      const read = await readLine(bytes, { line, now: clock.now(), shiftMs }, slices);
      if (read instanceof VitrineError) {
        counts.failed++;
        if (counts.failed > limits.importRejectedLinesMax) throw createTooManyRejectedError();
        await slices.spend(refusalCost);
        if (errors.length < limits.importErrorsMax)
          errors.push({
            line,
            code: read.code,
            detail: read.message,
            errors: read.errors.slice(0, lineErrorsMax),
          });
      } else if (read !== null) batch.push(read);
      batchBytes += bytes?.length ?? 0;
      if (batch.length < batchLines && batchBytes < batchBytesMax) continue;
      await write(batch);
      [batch, batchBytes] = [[], 0];
    }
    if (batch.length > 0) await write(batch);
  } finally {
    // Stored lines of a truncated file count, too.
    await importedSearches.end();
    if (oldestDay < Infinity) await project.attribution.countFrom(oldestDay);
  }
  return progress();
}

/** Returns null for an empty line. */
async function readLine(
  bytes: Uint8Array | null,
  { line, ...options }: { readonly line: number; readonly now: number; readonly shiftMs: number },
  slices: WorkSlices,
): Promise<HistoryLine | VitrineError | null> {
  const path = `line ${line}`;
  if (bytes === null) {
    const detail = `${path} must be at most ${limits.historyLineBytesMax} bytes`;
    return createImportError([{ path, code: 'too_long', detail }]);
  }
  if (bytes.every((byte) => byte <= 32)) return null;
  try {
    const { value } = await readJsonRecord(bytes, path, slices);
    const errors: InputError[] = [];
    return readHistoryLine(value, { path, ...options }, errors) ?? createImportError(errors);
  } catch (error) {
    if (error instanceof VitrineError) return error;
    throw error;
  }
}

function createImportError(errors: readonly InputError[]): VitrineError {
  return new VitrineError('invalid_history', errors[0]?.detail ?? 'The line is not valid', { errors });
}
