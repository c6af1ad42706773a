import { readRawFields } from '../../../domain/catalog/item-fields.ts';
import type { JsonDocument, JsonRecords } from '../../../domain/contract/json-document.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import { readRecord } from './record-input.ts';
import type { RecordWrite } from './record-writes.ts';

/** A write of a batch. `index` is null in a batch of one index. */
export interface BatchWrite {
  readonly index: string | null;
  readonly write: RecordWrite;
}

const actions = [
  'addObject',
  'updateObject',
  'partialUpdateObject',
  'partialUpdateObjectNoCreate',
  'deleteObject',
] as const;

/**
 * Reads the writes of a batch in their order. `newId` creates the ids of records that are added without one.
 * @throws VitrineError invalid_request, invalid_item, and those of a record that cannot be read
 */
export function readBatchWrites(
  { records }: JsonRecords,
  { ofIndexes, newId }: { readonly ofIndexes: boolean; readonly newId: () => string },
): BatchWrite[] {
  return records.map((record, position) => {
    const path = `requests[${position}]`;
    if (record.fault !== null) throw record.fault;
    const { value, text } = record;
    const { action, indexName, body = null } = isObject(value) ? value : {};
    const index = typeof indexName === 'string' && indexName !== '' ? indexName : null;
    if (ofIndexes && index === null)
      throw createParameterError(`${path}.indexName`, 'required', 'the name of an index');
    const known = actions.find((one) => one === action);
    if (known === undefined)
      throw createParameterError(`${path}.action`, 'not_allowed', `one of ${actions.join(', ')}`);
    const sent = {
      value: body,
      text: isObject(value) ? (readRawFields(text).get('body') ?? 'null') : 'null',
    };
    return {
      index: ofIndexes ? index : null,
      write: readBatchWrite(known, sent, `${path}.body`, newId),
    };
  });
}

function readBatchWrite(
  action: (typeof actions)[number],
  sent: JsonDocument,
  path: string,
  newId: () => string,
): RecordWrite {
  switch (action) {
    case 'addObject':
      return { kind: 'save', record: readRecord(sent, path, null, newId) };
    case 'updateObject':
      return { kind: 'save', record: readRecord(sent, path, null) };
    case 'deleteObject':
      return { kind: 'delete', record: readRecord(sent, path, null) };
    case 'partialUpdateObject':
      return { kind: 'change', record: readRecord(sent, path, null), creates: true };
    case 'partialUpdateObjectNoCreate':
      return { kind: 'change', record: readRecord(sent, path, null), creates: false };
  }
}
