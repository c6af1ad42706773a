import { resolveFieldChanges } from '../../../domain/catalog/field-changes.ts';
import { decideUnseen, touchesHidden } from '../../../domain/catalog/hidden-fields.ts';
import { createItemError, writeRawFields } from '../../../domain/catalog/item-fields.ts';
import { hideValues, parseImportedItem } from '../../../domain/catalog/item-input.ts';
import { hasOperation } from '../../../domain/catalog/value-operations.ts';
import { isStored, decodePictures } from '../../../domain/catalog/items.ts';
import { parsedByteCost } from '../../../domain/contract/json-document.ts';
import type { WorkSlices } from '../../../lib/work-slices.ts';
import type { Catalog, ItemChange, ItemContent, StoredItem } from '../../../ports/catalog/catalog.ts';
import { VitrineError, type InputError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { ProjectSettings } from '../../../ports/configuration/settings.ts';
import { listAttributes, changeFields, toItemInput, recordFields, type SentRecord } from './record-input.ts';

export type RecordWrite =
  /** Adds the record, or replaces the one with its id. */
  | { readonly kind: 'save'; readonly record: SentRecord }
  /** Replaces attributes as a whole. With `creates`, the record is added if there is none. */
  | { readonly kind: 'change'; readonly record: SentRecord; readonly creates: boolean }
  /** A record that is not there counts as deleted. */
  | { readonly kind: 'delete'; readonly record: Pick<SentRecord, 'id' | 'path'> };

type WriteSettings = Pick<ProjectSettings, 'items' | 'algolia'> & {
  /** Paths of fields that the writer does not see. */
  readonly hidden: readonly string[];
};

/** The content of an item after a write, null if the item is deleted, or `unchanged`. */
type Decision = ItemContent | null | 'unchanged';

/** A write whose pictures are decoded. */
interface ReadyWrite {
  readonly id: string;
  readonly path: string;
  readonly decide: (current: StoredItem | null) => Decision;
  /** Whether the record is written although it has the values already: the version would tell values that the writer does not see. */
  readonly writesSame: boolean;
}

/** The writes of one record, in their order. */
interface RecordPlan {
  readonly seen: StoredItem | null;
  readonly writes: ReadyWrite[];
  /** The item after the writes. */
  state: StoredItem | null;
  content: Decision;
}

/**
 * Checks writes in their order, each on the result of those before it. Nothing is stored until all are valid.
 * @throws VitrineError invalid_item with the place of the first invalid one
 */
export async function planWrites(
  catalog: Catalog,
  writes: readonly RecordWrite[],
  settings: WriteSettings,
  slices: WorkSlices,
): Promise<ItemChange[]> {
  const plans = new Map<string, RecordPlan>();
  for (const write of writes) {
    const { id } = write.record;
    let plan = plans.get(id);
    if (plan === undefined) {
      const seen = await catalog.get({ id });
      plans.set(id, (plan = { seen, writes: [], state: seen, content: 'unchanged' }));
    }
    const ready = await prepareWrite(write, settings);
    plan.writes.push(ready);
    apply(plan, decideAt(ready, plan.state));
    const bytes = plan.state?.json.length ?? 0;
    await slices.spend(parsedByteCost * bytes);
  }
  return Array.from(plans).flatMap(([id, plan]) => {
    const { seen, content } = plan;
    const writesSame = plan.writes.some((write) => write.writesSame);
    if (
      content === 'unchanged' ||
      (content === null ? seen === null : !writesSame && isStored(seen, content))
    )
      return [];
    return [{ address: { id }, decide: (current) => decideAgain(plan, current) } satisfies ItemChange];
  });
}

/**
 * Stores planned writes in one durable step.
 * @throws VitrineError invalid_item where another client has changed a record in the meantime so that the write is no longer valid
 */
export async function storeWrites(catalog: Catalog, changes: readonly ItemChange[]): Promise<void> {
  if (changes.length === 0) return;
  for (const outcome of await catalog.change(changes))
    if (outcome.kind === 'refused' && !(outcome.error instanceof NothingToWrite)) throw outcome.error;
}

/** Checks a record as a write of it would be. @throws VitrineError invalid_item */
export async function checkRecord(
  record: SentRecord,
  settings: WriteSettings,
  slices: WorkSlices,
): Promise<void> {
  const ready = await prepareWrite({ kind: 'save', record }, settings);
  const content = decideAt(ready, null);
  if (content !== null && content !== 'unchanged')
    await slices.spend(parsedByteCost * content.fieldsJson.length);
}

/** What the service does with free records: their price can be absent. */
export function recordSettings({ items, algolia }: Omit<WriteSettings, 'hidden'>): {
  isFree: boolean;
  priceOptional: boolean;
} {
  return { isFree: algolia.freeRecords, priceOptional: items.priceOptional || algolia.freeRecords };
}

/** @throws VitrineError invalid_item with the place of the record */
async function prepareWrite(write: RecordWrite, settings: WriteSettings): Promise<ReadyWrite> {
  try {
    return await decodeWrite(write, settings);
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    throw prefixRecord(error, write.record.id, write.record.path);
  }
}

async function decodeWrite(write: RecordWrite, settings: WriteSettings): Promise<ReadyWrite> {
  const { id, path } = write.record;
  if (write.kind === 'delete') return { id, path, decide: () => null, writesSame: false };
  const { hidden } = settings;
  const { isFree, priceOptional } = recordSettings(settings);
  const { record } = write;
  const text = writeRawFields(record.fields);
  const value = JSON.parse(text) as JsonObject;
  const { pictures } = await decodePictures({ value, text, path });
  const parseContent = (whole: SentRecord): ItemContent =>
    parseImportedItem(
      { ...toItemInput(whole, isFree), ...(pictures === undefined ? {} : { pictures }) },
      { priceOptional },
    ).content;
  const isOperated = hasOperation(value);
  const unseen = listAttributes(hidden);
  if (write.kind === 'save') {
    // Outside of the decision: it runs in the step in which the write is decided.
    const content = parseContent(record);
    return { id, path, decide: () => content, writesSame: hidden.length > 0 };
  }
  return {
    id,
    path,
    writesSame: touchesHidden(record.fields.keys(), unseen),
    decide: (current) => {
      if (current === null && !write.creates) return 'unchanged';
      const storedFields = current === null ? new Map<string, string>() : recordFields(current);
      try {
        return decideUnseen(storedFields, record.fields, unseen, (fields, sent) => {
          const errors: InputError[] = [];
          const { raw, unmet } = resolveFieldChanges(
            fields,
            value,
            sent,
            { path, newNames: 'whole' },
            errors,
          );
          if (errors.length > 0) throw createItemError(errors);
          if (unmet !== null) throw new NothingToWrite('item_changed', unmet);
          return hideValues(isOperated, () => parseContent({ ...record, fields: changeFields(fields, raw) }));
        });
      } catch (error) {
        if (error instanceof NothingToWrite) return 'unchanged';
        throw error;
      }
    },
  };
}

/** Decides a write, and adds its position to an error. */
function decideAt({ id, path, decide }: ReadyWrite, current: StoredItem | null): Decision {
  try {
    return decide(current);
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    throw prefixRecord(error, id, path);
  }
}

/** The error with the place of the record in the request, and its id. */
function prefixRecord({ code, message, errors }: VitrineError, id: string, path: string): VitrineError {
  const place = message.startsWith(path) ? '' : `${path}: `;
  return new VitrineError(code, `${place}${message} (objectID ${JSON.stringify(id.slice(0, 100))})`, {
    errors,
  });
}

function apply(plan: RecordPlan, decision: Decision): void {
  if (decision === 'unchanged') return;
  plan.content = decision;
  plan.state = decision === null ? null : toStoredItem(decision);
}

/** Creates the item that a later write of the same request reads. */
function toStoredItem({ id, sku, active, fieldsJson }: ItemContent): StoredItem {
  return { _id: '', id, sku, active, version: 0, json: new TextEncoder().encode(`{${fieldsJson}}`) };
}

/** The planned content, or another one where the item has changed since. */
function decideAgain({ seen, writes, content }: RecordPlan, current: StoredItem | null): ItemContent | null {
  if (current?._id === seen?._id && current?.version === seen?.version && content !== 'unchanged')
    return content;
  const plan: RecordPlan = { seen: current, writes: [], state: current, content: 'unchanged' };
  for (const write of writes) apply(plan, decideAt(write, plan.state));
  if (plan.content === 'unchanged') throw new NothingToWrite('item_changed', 'The record needs no change');
  return plan.content;
}

/** Thrown to keep an item as it is. */
class NothingToWrite extends VitrineError {}
