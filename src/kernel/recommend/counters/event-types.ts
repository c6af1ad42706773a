import type { RetractionKind } from './retractions.ts';
import type { RecommenderWeights } from './weights.ts';

/** Types are stored in a byte: the number of the name, and two bits for the cap that excludes the interaction. */
const namesMax = 63;
const capBits = 2;
const capMask = 3;
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
  readonly #settings: Pick<RecommenderWeights, 'eventTypes' | 'otherEventType'>;
  readonly #nameNumbers = new Map<string, number>();
  /** The weight of an interaction, by type number. */
  readonly weights = new Float64Array((namesMax + 1) << capBits);
  #names = 0;
  readonly #purchase: number;

  constructor(weights: Pick<RecommenderWeights, 'eventTypes' | 'otherEventType'>) {
    this.#settings = weights;
    for (const name of Object.keys(weights.eventTypes)) this.#nameNumber(name);
    this.#purchase = this.#nameNumber(purchaseType);
  }

  /** Names in the order of their numbers. */
  save(): string[] {
    return [...this.#nameNumbers.keys()];
  }

  load(names: readonly string[]): void {
    for (const name of names) this.#nameNumber(name);
  }

  getNumber(name: string, mark: AddressMark): number {
    const cap = mark === 'counted' ? 0 : mark === 'beyondCap' ? beyondAddressCap : suspectedBot;
    return (this.#nameNumber(name) << capBits) | cap;
  }

  /** The interactions that events of the type retract; null for types that count as interactions. */
  retracts(name: string): RetractionKind | null {
    const { eventTypes } = this.#settings;
    if (!Object.hasOwn(eventTypes, name)) return name === returnType ? 'purchases' : null;
    return eventTypes[name]! < 0 ? 'everything' : null;
  }

  getWeight(type: number): number {
    return this.weights[type]!;
  }

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

  /** Moves a type within the cap of its visitor, or beyond it. A type beyond the cap of its address stays as it is. */
  withCap(type: number, isBeyond: boolean): number {
    if (isBeyondAddressCap(type)) return type;
    return isBeyond ? type | beyondVisitorCap : type & ~beyondVisitorCap;
  }

  /** Whether two numbers have the same name. */
  isSame(a: number, b: number): boolean {
    return a >> capBits === b >> capBits;
  }

  #nameNumber(name: string): number {
    const existing = this.#nameNumbers.get(name);
    if (existing !== undefined) return existing;
    const number = this.#names;
    if (number > namesMax) return namesMax;
    this.#nameNumbers.set(name, number);
    const { eventTypes, otherEventType } = this.#settings;
    const weight = Object.hasOwn(eventTypes, name) ? eventTypes[name]! : otherEventType;
    this.weights[number << capBits] = weight;
    this.#names++;
    return number;
  }
}
