import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { EventLog, ShopEvent } from '../../ports/events.ts';
import { limits } from '../../ports/limits.ts';
import { parsedByteCost, type JsonRecords } from '../catalog/json-document.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { readEvent } from './event-input.ts';
import { AddressVisitorCap } from './address-visitor-cap.ts';

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
 * Stores the valid events and returns the errors of the others. `addressOf` resolves the visitor's address from the one in
 * the event.
 * @throws VitrineError invalid_event if none is valid, invalid_request
 */
export async function addEvents(
  log: EventLog,
  { isList, records, count }: JsonRecords,
  now: number,
  slices: WorkSlices,
  addressOf: (named: string | null) => string | null,
  onStored: (events: readonly EventWithAddress[]) => void = nothing,
): Promise<{ accepted: number; duplicates: number; errors: EventError[] }> {
  if (count < 1 || count > limits.eventsPerWriteMax) {
    const detail = `data must hold 1 to ${limits.eventsPerWriteMax} events, not ${count}`;
    const code = count === 0 ? 'too_few' : 'too_many';
    throw new VitrineError('invalid_request', detail, { errors: [{ path: 'data', code, detail }] });
  }
  const cap = capsOf.get(log) ?? new AddressVisitorCap();
  capsOf.set(log, cap);
  const named: EventWithAddress[] = [];
  const rejected: EventError[] = [];
  for (const [index, { value, text, fault }] of records.entries()) {
    await slices.spend(parsedByteCost * text.length);
    const errors: InputError[] = [...(fault?.errors ?? [])];
    const sent = fault === null ? readEvent(value, isList ? `data[${index}]` : 'data', now, errors) : null;
    if (sent === null) {
      rejected.push({ index, errors });
      continue;
    }
    const { address: sentAddress, ...event } = sent;
    const address = addressOf(sentAddress);
    const suspectedBot = address !== null && cap.isExceeded(event, address);
    named.push({ event: { ...event, suspectedBot }, address });
  }
  if (named.length === 0) {
    const errors = rejected.flatMap((one) => one.errors);
    throw new VitrineError('invalid_event', errors[0]?.detail ?? 'The event is not valid', {
      errors: errors.slice(0, 100),
    });
  }
  const outcome = await log.append(named.map(({ event }) => event));
  onStored(named);
  return { ...outcome, errors: rejected };
}

function nothing(): void {
  // Without feedback, there is nothing to notify.
}
