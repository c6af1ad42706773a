import { storedValue, useStored } from '../app/stored.ts';

/** A line of the cart. */
export interface CartLine {
  /** Id of the item. */
  readonly id: string;
  readonly quantity: number;
}

const linesMax = 50;
const quantityMax = 99;

const stored = storedValue<readonly CartLine[]>('cart', (value) =>
  Array.isArray(value) ? value.filter(isLine).slice(0, linesMax) : [],
);

function isLine(value: unknown): value is CartLine {
  const { id, quantity } = (value ?? {}) as Partial<CartLine>;
  return typeof id === 'string' && typeof quantity === 'number' && quantity >= 1 && quantity <= quantityMax;
}

export function useCart(): readonly CartLine[] {
  return useStored(stored);
}

export function addToCart(id: string): void {
  const lines = stored.get();
  const quantity = lines.find((line) => line.id === id)?.quantity ?? 0;
  if (quantity === 0) stored.set([...lines, { id, quantity: 1 }].slice(-linesMax));
  else setQuantity(id, quantity + 1);
}

/** 0 removes the line. */
export function setQuantity(id: string, quantity: number): void {
  stored.set(
    stored
      .get()
      .map((line) => (line.id === id ? { id, quantity: Math.min(quantity, quantityMax) } : line))
      .filter((line) => line.quantity > 0),
  );
}

export function emptyCart(): void {
  stored.set([]);
}

export function countOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
