const sizes: Readonly<Record<string, number>> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };

export const catalogSizes: readonly number[] = Object.values(sizes);

/** The number of products of a `--size`. @throws Error for an unknown size */
export function catalogSize(name: string): number {
  const size = sizes[name.toLowerCase()];
  if (size === undefined) throw new Error(`--size must be one of ${Object.keys(sizes).join(', ')}`);
  return size;
}
