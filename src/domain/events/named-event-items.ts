import { VitrineError, type InputError, type Warning } from '../../ports/errors.ts';
import type { EventItem } from '../../ports/recommendations/events.ts';
import type { Restrictions } from '../access/restrictions.ts';
import { findItemByKinds, quoteName, type NamingPorts } from '../catalog/named-items.ts';
import { normalizePageAddress } from '../catalog/page-address.ts';
import { checkIds, formatItemPath, type EventInput, type SentEvent } from './event-input.ts';

/** Where names of items are looked up, as the caller may see them. */
export interface EventNames {
  readonly ports: NamingPorts;
  readonly restrictions: Restrictions;
  readonly warnings: Warning[];
}

/**
 * The event with the ids of its items. An unknown item keeps its name, so that a purchase counts as revenue, and an address loses what tells
 * where the visitor came from. If a name stands for several items, adds to `errors` and returns null.
 */
export async function resolveEventItems(
  { event, by, isList }: SentEvent,
  path: string,
  errors: InputError[],
  names: EventNames,
): Promise<EventInput | null> {
  if (by === null) return event;
  const errorsBefore = errors.length;
  const items: EventItem[] = [];
  for (const [index, item] of event.items.entries()) {
    const at = formatItemPath(path, index, isList);
    try {
      const found = await findItemByKinds(names.ports, names.restrictions, { by, name: item.id });
      if (found === null) warnOfUnknown(item.id, at, names.warnings);
      items.push({ ...item, id: found?.id ?? normalizePageAddress(item.id, null) ?? item.id });
    } catch (error) {
      if (!(error instanceof VitrineError) || !['item_ambiguous', 'invalid_request'].includes(error.code))
        throw error;
      const code = error.code === 'item_ambiguous' ? 'ambiguous' : 'format';
      errors.push({ path: at, code, detail: `${at}: ${error.message}` });
    }
  }
  checkIds(items, isList, path, errors);
  return errors.length > errorsBefore ? null : { ...event, items };
}

/** One is enough: events of a request come from one program. */
function warnOfUnknown(name: string, path: string, warnings: Warning[]): void {
  if (warnings.some(({ code }) => code === 'item_unknown')) return;
  const detail = `${path} names no item of the catalog: ${quoteName(name)}. The event is stored with this name`;
  warnings.push({ code: 'item_unknown', path, detail });
}
