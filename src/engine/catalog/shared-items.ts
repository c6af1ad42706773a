import type { ItemContent } from '../../ports/catalog.ts';
import type { JsonObject } from '../../ports/json.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { AppliedChange, NumberedItem } from '../log/applied-change.ts';
import type { SharedChange } from '../log/shared-changes.ts';

/** The change for other processes. */
export function sharedItems(applied: readonly AppliedChange[]): SharedChange {
  const data = applied.map(({ no, before, after, content }) => ({
    no,
    id: (after ?? before)?.id ?? '',
    after,
    pictures: content?.pictures ?? [],
  }));
  return { kind: 'items', data };
}

/** The shop's own fields of an item, without the service's fields. */
export function contentOf({ id, sku, active, json }: NumberedItem): ItemContent {
  const { _id, _version, _createdAt, _updatedAt, ...fields } = JSON.parse(decodeUtf8(json)) as JsonObject;
  return { id, sku, active, fields, fieldsJson: '', pictures: [], media: [] };
}
