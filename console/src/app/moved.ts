/** The list with one element moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, i) => i !== from);
  return [...others.slice(0, to), list[from]!, ...others.slice(to)];
}
