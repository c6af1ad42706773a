import type { RetractionKind } from './retractions.ts';
import type { RecommenderWeights } from './weights.ts';

/** Types are stored in a byte: the number of the name, and two flags. */
const namesMax = 63;
const flagBits = 2;
const suspectedBot = 1;
const beyondCap = 2;
const purchaseType = 'purchase';
/** Retracts purchases, unless the shop gives it a weight of its own. */
const returnType = 'return';

/**
 * The event types of one shop by number. Each name has four numbers: interactions of suspected bots count for
 * everything but trends, and those beyond the cap of their visitor (`visitor-pair-cap.ts`) weigh 0. Names beyond the
 * 63rd share the last number.
 */
export class EventTypes {
  readonly #settings: Pick<RecommenderWeights, 'eventTypes' | 'otherEventType'>;
  readonly #nameNumbers = new Map<string, number>();
  /** The weight of an interaction, by type number. */
  readonly weights = new Float64Array((namesMax + 1) << flagBits);
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

  numberOf(name: string, isCrowded: boolean): number {
    return (this.#nameNumber(name) << flagBits) | (isCrowded ? suspectedBot : 0);
  }

  /** What events of the type retract; null for types that count as interactions. */
  retracts(name: string): RetractionKind | null {
    const { eventTypes } = this.#settings;
    if (!Object.hasOwn(eventTypes, name)) return name === returnType ? 'purchases' : null;
    return eventTypes[name]! < 0 ? 'everything' : null;
  }

  weightOf(type: number): number {
    return this.weights[type]!;
  }

  isPurchase(type: number): boolean {
    return type >> flagBits === this.#purchase;
  }

  isCrowded(type: number): boolean {
    return (type & suspectedBot) !== 0;
  }

  /** Whether the interaction is beyond the cap of its visitor. */
  isBeyondCap(type: number): boolean {
    return (type & beyondCap) !== 0;
  }

  /** The type of an interaction within the cap of its visitor, or beyond it. */
  withCap(type: number, isBeyond: boolean): number {
    return isBeyond ? type | beyondCap : type & ~beyondCap;
  }

  /** Whether two numbers have the same name. */
  isSame(one: number, other: number): boolean {
    return one >> flagBits === other >> flagBits;
  }

  #nameNumber(name: string): number {
    const known = this.#nameNumbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names;
    if (number > namesMax) return namesMax;
    this.#nameNumbers.set(name, number);
    const { eventTypes, otherEventType } = this.#settings;
    const weight = Object.hasOwn(eventTypes, name) ? eventTypes[name]! : otherEventType;
    const withinCap = number << flagBits;
    this.weights[withinCap] = weight;
    this.weights[withinCap | suspectedBot] = weight;
    this.#names++;
    return number;
  }
}
