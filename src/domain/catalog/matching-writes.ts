import type { ChangeOutcome, ItemChange, ItemContent, StoredItem } from '../../ports/catalog/catalog.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { limits } from '../../ports/limits.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import type { BulkThrottle } from './import.ts';
import { countContentBytes, isStored, createItemChangedError, requireItem } from './items.ts';
import { parsedByteCost } from '../contract/json-document.ts';

/** Why a matching item was not written. */
export interface MatchFailure {
  readonly id: string;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
}

/** Progress of a write of all items that match a filter. */
export interface MatchProgress {
  /** Items that matched so far. */
  readonly matched: number;
  readonly changed: number;
  readonly deleted: number;
  /** Items that have the values already. */
  readonly unchanged: number;
  readonly failed: number;
  /** The failures of the first items. */
  readonly errors: readonly MatchFailure[];
  readonly errorsOmitted: number;
}

/** The content of an item after the write, or null if it is deleted. @throws VitrineError invalid_item, item_changed */
export type MatchDecision = (item: StoredItem) => ItemContent | null;

export interface MatchingWrite {
  /** Null means all items. */
  readonly filter: Filter | null;
  readonly decide: MatchDecision;
  /** Bytes that each decision reads in addition to the item. */
  readonly changeBytes: number;
  /**
   * Whether items are written that have the values already. Otherwise the number of unchanged items would tell private values to a writer
   * who must not see them.
   */
  readonly writesSame?: boolean;
}

interface Parts {
  readonly project: Pick<ProjectEngine, 'catalog' | 'matchingItems'>;
  readonly slices: WorkSlices;
  readonly traffic: BulkThrottle;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MatchProgress) => Promise<unknown>;
}

/** Approximate time of the main thread for each written item, as measured for imports. */
const itemMs = 0.1;
/** Bytes of items and pictures in one write: a change can be much larger than the items. */
const writtenBytesMax = 16 * 1024 * 1024;
/** Retries of an item that others change between its test and its write. */
const retriesMax = 5;

/**
 * Writes the items that match, in steps, each durable on its own. An item is written in exactly the state in which it matched: one
 * that others have changed in the meantime is tested again.
 * @throws VitrineError stopping, storage_failed: the steps so far are stored
 */
export async function writeMatching(write: MatchingWrite, parts: Parts): Promise<MatchProgress> {
  const counts = new MatchCounts();
  const { project } = parts;
  let changed: string[] | undefined;
  for (let attempt = 0; attempt <= retriesMax && changed?.length !== 0; attempt++) {
    const outdatedIds: string[] = [];
    const isLast = attempt === retriesMax;
    for await (const items of project.matchingItems.readBatches(write.filter, changed)) {
      if (parts.signal.aborted)
        throw new VitrineError('stopping', 'The service is stopping: send the request again for the rest', {
          retryAfterSeconds: 5,
        });
      await writeBatch(items, write, parts, counts, isLast ? null : outdatedIds);
      await parts.onProgress(counts.readProgress());
    }
    changed = outdatedIds;
  }
  return counts.readProgress();
}

/** Writes the changed items of a batch. `outdatedIds` collects the ids of items that others have changed; with null, these fail. */
async function writeBatch(
  items: readonly StoredItem[],
  { decide, changeBytes, writesSame = false }: MatchingWrite,
  { project, slices, traffic }: Parts,
  counts: MatchCounts,
  outdatedIds: string[] | null,
): Promise<void> {
  let written: StoredItem[] = [];
  let changes: ItemChange[] = [];
  let bytes = 0;
  const writeChanges = async (): Promise<void> => {
    if (changes.length === 0) return;
    await traffic.yieldToRequests(changes.length * itemMs);
    const outcomes = await project.catalog.change(changes);
    outcomes.forEach((outcome, at) => {
      const { id } = written[at]!;
      if (isOutdated(outcome) && outdatedIds !== null) outdatedIds.push(id);
      else counts.countOutcome(id, outcome);
    });
    [written, changes, bytes] = [[], [], 0];
  };
  for (const item of items) {
    try {
      const content = decide(item);
      if (!writesSame && isStored(item, content)) counts.unchanged++;
      else {
        written.push(item);
        changes.push(createExactChange(item, content));
        if (content !== null) bytes += countContentBytes(content);
      }
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      counts.countFailure(item.id, error);
    }
    if (bytes >= writtenBytesMax) await writeChanges();
    await slices.spend(parsedByteCost * (item.json.length + changeBytes));
  }
  await writeChanges();
}

/** A change of an item in the state in which it was read. */
function createExactChange(item: StoredItem, content: ItemContent | null): ItemChange {
  const address = { _id: item._id };
  return {
    address,
    decide: (current) => {
      const { version } = requireItem(current, address);
      if (version !== item.version) throw createItemChangedError(version, item.version);
      return content;
    },
  };
}

function isOutdated(outcome: ChangeOutcome): boolean {
  return (
    outcome.kind === 'refused' &&
    outcome.error instanceof VitrineError &&
    ['item_changed', 'item_not_found'].includes(outcome.error.code)
  );
}

class MatchCounts {
  changed = 0;
  deleted = 0;
  unchanged = 0;
  #failed = 0;
  readonly #errors: MatchFailure[] = [];

  countOutcome(id: string, outcome: ChangeOutcome): void {
    if (outcome.kind === 'stored') this.changed++;
    else if (outcome.kind === 'deleted') this.deleted++;
    else if (outcome.kind === 'refused') this.countFailure(id, outcome.error as VitrineError);
  }

  countFailure(id: string, { code, message: detail, errors }: VitrineError): void {
    this.#failed++;
    if (this.#errors.length < limits.matchErrorsMax) this.#errors.push({ id, code, detail, errors });
  }

  readProgress(): MatchProgress {
    const { changed, deleted, unchanged } = this;
    return {
      matched: changed + deleted + unchanged + this.#failed,
      changed,
      deleted,
      unchanged,
      failed: this.#failed,
      errors: [...this.#errors],
      errorsOmitted: this.#failed - this.#errors.length,
    };
  }
}
