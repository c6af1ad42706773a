import type { RetractionKind } from './retractions.ts';
import type { RecommenderWeights } from './weights.ts';

/** Types are stored in a byte, in two variants each. */
const namesMax = 127;
const purchaseType = 'purchase';
/** Retracts purchases, unless the shop gives it a weight of its own. */
const returnType = 'return';

/**
 * The event types of one shop by number. Each name has two numbers: the second is for suspected bots, whose events
 * count for everything but trends. Names beyond the 127th share the last number.
 */
export class EventTypes {
  readonly #settings: Pick<RecommenderWeights, 'eventTypes' | 'otherEventType'>;
  readonly #nameNumbers = new Map<string, number>();
  /** The weight of an interaction, by type number. */
  readonly weights = new Float64Array(2 * (namesMax + 1));
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
    return 2 * this.#nameNumber(name) + (isCrowded ? 1 : 0);
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
    return type >> 1 === this.#purchase;
  }

  isCrowded(type: number): boolean {
    return (type & 1) === 1;
  }

  /** Whether two numbers have the same name. */
  isSame(one: number, other: number): boolean {
    return one >> 1 === other >> 1;
  }

  #nameNumber(name: string): number {
    const known = this.#nameNumbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names;
    if (number > namesMax) return namesMax;
    this.#nameNumbers.set(name, number);
    const { eventTypes, otherEventType } = this.#settings;
    const weight = Object.hasOwn(eventTypes, name) ? eventTypes[name]! : otherEventType;
    this.weights.fill(weight, 2 * number, 2 * number + 2);
    this.#names++;
    return number;
  }
}
