import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { EventLog, ShopEvent } from '../../ports/events.ts';
import { limits } from '../../ports/limits.ts';
import { parsedByteCost, type JsonRecords } from '../catalog/json-document.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { readEvent, type EventInput } from './event-input.ts';
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

/** Visitor caps by project. */
const capsOf = new WeakMap<EventLog, AddressVisitorCap>();

/**
 * Reads the valid events of a body and returns the errors of the others.
 * @throws VitrineError invalid_event if none is valid, invalid_request
 */
export async function readEvents(
  { isList, records, count }: JsonRecords,
  now: number,
  slices: WorkSlices,
): Promise<{ events: EventInput[]; errors: EventError[] }> {
  if (count < 1 || count > limits.eventsPerWriteMax) {
    const detail = `data must hold 1 to ${limits.eventsPerWriteMax} events, not ${count}`;
    const code = count === 0 ? 'too_few' : 'too_many';
    throw new VitrineError('invalid_request', detail, { errors: [{ path: 'data', code, detail }] });
  }
  const events: EventInput[] = [];
  const rejected: EventError[] = [];
  for (const [index, { value, text, fault }] of records.entries()) {
    await slices.spend(parsedByteCost * text.length);
    const errors: InputError[] = [...(fault?.errors ?? [])];
    const event = fault === null ? readEvent(value, isList ? `data[${index}]` : 'data', now, errors) : null;
    if (event === null) rejected.push({ index, errors });
    else events.push(event);
  }
  if (events.length === 0) {
    const errors = rejected.flatMap((one) => one.errors);
    throw new VitrineError('invalid_event', errors[0]?.detail ?? 'The event is not valid', {
      errors: errors.slice(0, 100),
    });
  }
  return { events, errors: rejected };
}

/** Stores events. Those of visitors beyond the cap of their address are marked: they do not count. */
export async function addEvents(
  log: EventLog,
  events: readonly EventInput[],
): Promise<{ accepted: number; duplicates: number; stored: EventWithAddress[] }> {
  const cap = capsOf.get(log) ?? new AddressVisitorCap();
  capsOf.set(log, cap);
  const stored = events.map(({ address, ...event }) => {
    const addressRank = address === null ? 0 : cap.rankOf(event, address);
    return { event: { ...event, addressRank, suspectedBot: addressRank >= addressVisitorsMax }, address };
  });
  const { accepted, duplicates } = await log.append(stored.map(({ event }) => event));
  return { accepted, duplicates, stored };
}
