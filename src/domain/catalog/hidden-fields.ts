import { isWithin, doOverlap } from '../../lib/field-paths.ts';
import { createJsonProjection } from '../../lib/json-projection.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ItemSettings } from '../../ports/configuration/settings.ts';
import { writeRawFields, readRawFields, type RawFields } from './item-fields.ts';
import { hasOperation } from './value-operations.ts';
import type { Json } from '../../ports/catalog/json.ts';

/** Rules for a change of an item. */
export interface WriteRules extends Pick<ItemSettings, 'priceOptional'> {
  /** Paths of fields that the writer does not see: the answer must not depend on their stored values. Default: none. */
  readonly hidden?: readonly string[];
}

/** Whether the value of a hidden field may be written or read by a change with these names. */
export function touchesHidden(names: Iterable<string>, hidden: readonly string[]): boolean {
  return hidden.length > 0 && [...names].some((name) => hidden.some((path) => doOverlap(name, path)));
}

/**
 * Decides a change of an item with hidden fields. The change is refused as if the item had none of them; where only their values
 * refuse it, they stay as they are, and the rest of the change applies. `decide` throws a VitrineError to refuse.
 */
export function decideUnseen<T>(
  stored: RawFields,
  change: RawFields,
  hidden: readonly string[],
  decide: (stored: RawFields, change: RawFields) => T,
): T {
  if (!touchesHidden(change.keys(), hidden)) return decide(stored, change);
  decide(dropHiddenFields(stored, hidden), change);
  try {
    return decide(stored, change);
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    return decide(stored, removeReads(change, hidden));
  }
}

function dropHiddenFields(stored: RawFields, hidden: readonly string[]): RawFields {
  const cut = createJsonProjection({
    include: null,
    exclude: hidden,
    always: { names: ['id'], prefix: '_' },
  });
  return readRawFields(Buffer.from(cut(Buffer.from(writeRawFields(stored)))).toString());
}

/** Removes the parts of a change that read hidden fields: operations on them, and paths below them. */
function removeReads(change: RawFields, hidden: readonly string[]): RawFields {
  const readsHidden = (name: string, text: string): boolean =>
    hidden.some((path) => path !== name && isWithin(name, path)) ||
    (touchesHidden([name], hidden) && hasOperation(JSON.parse(text) as Json));
  return new Map([...change].filter(([name, text]) => !readsHidden(name, text)));
}
