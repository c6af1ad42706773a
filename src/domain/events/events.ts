import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { EventLog, ShopEvent } from '../../ports/events.ts';
import type { Json } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import { parseJsonText } from '../catalog/json-document.ts';
import { readEvent } from './event-input.ts';
import { AddressCrowds } from './address-crowds.ts';

/** An event, and from where its visitor came; null where that is not known. */
export interface NamedEvent {
  readonly event: ShopEvent;
  readonly address: string | null;
}

export interface EventRefusal {
  readonly index: number;
  readonly errors: readonly InputError[];
}

/** Of each project, who came from where lately. */
const crowdsOf = new WeakMap<EventLog, AddressCrowds>();

/**
 * Keeps, and tells, what is right of `data` (one event, a list, or a string with the JSON of either) and says what is not. `addressOf`
 * gives from where the visitor of an event came, by the address that the event names.
 * @throws VitrineError invalid_event where nothing of it is right, invalid_request, invalid_json
 */
export async function addEvents(
  log: EventLog,
  data: Json,
  now: number,
  addressOf: (named: string | null) => string | null,
  onKept: (events: readonly NamedEvent[]) => void = nothing,
): Promise<{ accepted: number; duplicates: number; errors: EventRefusal[] }> {
  const value = typeof data === 'string' ? parseJsonText(data).value : data;
  const list = Array.isArray(value);
  const entries = list ? value : [value];
  if (entries.length < 1 || entries.length > limits.eventsPerWriteMax) {
    const detail = `data must hold 1 to ${limits.eventsPerWriteMax} events, not ${entries.length}`;
    const code = entries.length === 0 ? 'too_few' : 'too_many';
    throw new VitrineError('invalid_request', detail, { errors: [{ path: 'data', code, detail }] });
  }
  const crowds = crowdsOf.get(log) ?? new AddressCrowds();
  crowdsOf.set(log, crowds);
  const named: NamedEvent[] = [];
  const refusals: EventRefusal[] = [];
  entries.forEach((entry, index) => {
    const errors: InputError[] = [];
    const sent = readEvent(entry, list ? `data[${index}]` : 'data', now, errors);
    if (sent === null) {
      refusals.push({ index, errors });
      return;
    }
    const { address: sentAddress, ...event } = sent;
    const address = addressOf(sentAddress);
    const crowded = address !== null && crowds.isCrowded(event, address);
    named.push({ event: { ...event, crowded }, address });
  });
  if (named.length === 0) {
    const errors = refusals.flatMap((refusal) => refusal.errors);
    throw new VitrineError('invalid_event', errors[0]?.detail ?? 'The event is not valid', {
      errors: errors.slice(0, 100),
    });
  }
  const outcome = await log.append(named.map(({ event }) => event));
  onKept(named);
  return { ...outcome, errors: refusals };
}

function nothing(): void {
  // Nobody wants to hear of them.
}
