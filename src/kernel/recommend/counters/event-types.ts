import type { RetractionKind } from './retractions.ts';
import type { RecommenderWeights } from './weights.ts';

/** A type is stored in a byte: six bits for the number of its name, 0 to `lastNumber`, and two for the cap that excludes the interaction. */
const lastNumber = 63;
const capBits = 2;
const capMask = 3;
/** The two flags. Both together mark a suspected bot: as its address is excluded, the cap of the visitor says nothing. */
const beyondVisitorCap = 1;
const beyondAddressCap = 2;
const suspectedBot = 3;
const purchaseType = 'purchase';
/** The type that retracts purchases, unless the shop sets its weight. */
const returnType = 'return';

/** The mark that the caps on an address give an interaction when the event arrives. */
export type AddressMark = 'counted' | 'beyondCap' | 'suspectedBot';

/** Whether the interaction counts for no pair because of its address. */
export function isBeyondAddressCap(type: number): boolean {
  return (type & beyondAddressCap) !== 0;
}

/**
 * The event types of one shop by number. Each name has four numbers: interactions within all caps have the weight of
 * their type, and those beyond the cap of their visitor (`visitor-pair-cap.ts`) or of their address weigh 0. Those of
 * suspected bots count for no trend either. Names beyond the 63rd share the last number.
 */
export class EventTypes {
  readonly #weightSettings: Pick<RecommenderWeights, 'eventTypes' | 'otherEventType'>;
  readonly #nameNumbers = new Map<string, number>();
  /** The weight of an interaction, by type number. */
  readonly weights = new Float64Array((lastNumber + 1) << capBits);
  /** The number of the next new name. */
  #nameCount = 0;
  readonly #purchase: number;

  constructor(weights: Pick<RecommenderWeights, 'eventTypes' | 'otherEventType'>) {
    this.#weightSettings = weights;
    for (const name of Object.keys(weights.eventTypes)) this.#assignNumber(name);
    this.#purchase = this.#assignNumber(purchaseType);
  }

  /** Names in the order of their numbers. */
  save(): string[] {
    return [...this.#nameNumbers.keys()];
  }

  load(names: readonly string[]): void {
    for (const name of names) this.#assignNumber(name);
  }

  getNumber(name: string, mark: AddressMark): number {
    const cap = mark === 'counted' ? 0 : mark === 'beyondCap' ? beyondAddressCap : suspectedBot;
    return (this.#assignNumber(name) << capBits) | cap;
  }

  /** Returns which interactions events of the type retract, or null for types that count as interactions. */
  getRetraction(name: string): RetractionKind | null {
    const { eventTypes } = this.#weightSettings;
    if (!Object.hasOwn(eventTypes, name)) return name === returnType ? 'purchases' : null;
    return eventTypes[name]! < 0 ? 'everything' : null;
  }

  getWeight(type: number): number {
    return this.weights[type]!;
  }

  /** Whether the interaction is a purchase, within the caps or beyond them. */
  isPurchase(type: number): boolean {
    return type >> capBits === this.#purchase;
  }

  isSuspectedBot(type: number): boolean {
    return (type & capMask) === suspectedBot;
  }

  /** Whether the interaction is beyond the cap of its visitor or of its address. */
  isBeyondCap(type: number): boolean {
    return (type & capMask) !== 0;
  }

  /** Returns the type within the cap of its visitor, or beyond it. A type beyond the cap of its address stays as it is. */
  setVisitorCap(type: number, isBeyond: boolean): number {
    if (isBeyondAddressCap(type)) return type;
    return isBeyond ? type | beyondVisitorCap : type & ~beyondVisitorCap;
  }

  /** Whether two numbers have the same name. */
  haveSameName(a: number, b: number): boolean {
    return a >> capBits === b >> capBits;
  }

  #assignNumber(name: string): number {
    const existing = this.#nameNumbers.get(name);
    if (existing !== undefined) return existing;
    const number = this.#nameCount;
    if (number > lastNumber) return lastNumber;
    this.#nameNumbers.set(name, number);
    const { eventTypes, otherEventType } = this.#weightSettings;
    const weight = Object.hasOwn(eventTypes, name) ? eventTypes[name]! : otherEventType;
    this.weights[number << capBits] = weight;
    this.#nameCount++;
    return number;
  }
}
