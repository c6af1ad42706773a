import { VitrineError, type InputError, type Warning } from '../../ports/errors.ts';
import type { EventItem, EventLog, ShopEvent } from '../../ports/recommendations/events.ts';
import { limits } from '../../ports/limits.ts';
import { parsedByteCost, type JsonRecords } from '../contract/json-document.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { readNamedEvent, warnOfTimeUnit, type EventInput } from './event-input.ts';
import { resolveEventItems, type EventNames } from './named-event-items.ts';
import { AddressPairCap } from './address-pair-cap.ts';
import { AddressVisitorCap, addressVisitorsMax } from './address-visitor-cap.ts';

/** An event with the visitor's address; null if unknown. */
export interface EventWithAddress {
  readonly event: ShopEvent;
  readonly address: string | null;
}

export interface EventError {
  readonly index: number;
  readonly errors: readonly InputError[];
}

/** Caps on addresses by project. */
const capsByStore = new WeakMap<
  EventLog,
  { readonly visitors: AddressVisitorCap; readonly pairs: AddressPairCap }
>();

/**
 * Reads the valid events of a body and returns the errors of the others.
 * @throws VitrineError invalid_event if none is valid, invalid_request
 */
export async function readEvents(
  { isList, records, count }: JsonRecords,
  now: number,
  slices: WorkSlices,
  names: Omit<EventNames, 'warnings'>,
): Promise<{ events: EventInput[]; errors: EventError[]; warnings: Warning[] }> {
  if (count < 1 || count > limits.eventsPerWriteMax) {
    const detail = `data must hold 1 to ${limits.eventsPerWriteMax} events, not ${count}`;
    const code = count === 0 ? 'too_few' : 'too_many';
    throw new VitrineError('invalid_request', detail, { errors: [{ path: 'data', code, detail }] });
  }
  const events: EventInput[] = [];
  const rejected: EventError[] = [];
  const warnings: Warning[] = [];
  for (const [index, { value, text, fault }] of records.entries()) {
    await slices.spend(parsedByteCost * text.length);
    const errors: InputError[] = [...(fault?.errors ?? [])];
    const path = isList ? `data[${index}]` : 'data';
    const named = fault === null ? readNamedEvent(value, path, now, errors) : null;
    const event =
      named === null ? null : await resolveEventItems(named, path, errors, { ...names, warnings });
    if (event === null) {
      rejected.push({ index, errors });
      continue;
    }
    events.push(event);
    // One is enough: events of a request come from one program.
    const isWarned = warnings.some(({ code }) => code === 'time_unit');
    const warning = isWarned ? null : warnOfTimeUnit(value, path);
    if (warning !== null) warnings.push(warning);
  }
  if (events.length === 0) {
    const errors = rejected.flatMap((rejection) => rejection.errors);
    throw new VitrineError('invalid_event', errors[0]?.detail ?? 'The event is not valid', {
      errors: errors.slice(0, 100),
    });
  }
  return { events, errors: rejected, warnings };
}

/**
 * Stores events, and marks those beyond the caps of their address: they count for no trend, or for no pair of items. The marks are
 * stored, so that a rebuild from the log counts the same. `arrivedAt` is the time of the caps; the default is that of each event, which a web
 * page could choose. The result `stored` has the new part of each event by position, or null for a duplicate.
 */
export async function addEvents(
  log: EventLog,
  events: readonly EventInput[],
  arrivedAt?: number,
): Promise<{ accepted: number; duplicates: number; stored: readonly (EventWithAddress | null)[] }> {
  const caps = capsByStore.get(log) ?? { visitors: new AddressVisitorCap(), pairs: new AddressPairCap() };
  capsByStore.set(log, caps);
  const marked = events.map(({ address, ...event }) => {
    if (address === null) return { event: { ...event, addressRank: 0, suspectedBot: false }, address };
    const at = arrivedAt ?? event.at;
    const addressRank = caps.visitors.rankVisitor(event, address, at);
    const suspectedBot = addressRank >= addressVisitorsMax;
    // Events of suspected bots count for no pair, so they use up no cap.
    const capped = suspectedBot ? new Set() : caps.pairs.capItems(event, address, at);
    const items = event.items.map((item): EventItem =>
      capped.has(item.id) ? { ...item, isBeyondAddressCap: true } : item,
    );
    return { event: { ...event, items, addressRank, suspectedBot }, address };
  });
  const { accepted, duplicates, stored } = await log.append(marked.map(({ event }) => event));
  const withAddresses = stored.map((event, at) =>
    event === null ? null : { event, address: marked[at]!.address },
  );
  return { accepted, duplicates, stored: withAddresses };
}
