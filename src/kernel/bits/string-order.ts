/** Number of first units of a string that form its key, 7 bits each, and the factor that leaves room for an index below them. */
const keyUnits = 4;
const unitMax = 127;
const indexCount = 2 ** 24;

/** Groups of up to this many strings are sorted by insertion. */
const insertionMax = 16;

/**
 * The indices of strings in ascending order of the strings, as `toSorted()` orders them. A typed array sorts their first
 * units; only strings with the same first units are compared. This takes about half of the time.
 */
export function sortStrings(strings: readonly string[]): Uint32Array {
  const { length } = strings;
  if (length > indexCount) throw new RangeError(`Cannot sort more than ${indexCount} strings`);
  const keys = new Float64Array(length);
  for (let index = 0; index < length; index++) keys[index] = packPrefix(strings[index]!) * indexCount + index;
  keys.sort();
  const order = new Uint32Array(length);
  for (let at = 0; at < length; at++) order[at] = keys[at]! % indexCount;
  for (let start = 0; start < length;) {
    const key = Math.floor(keys[start]! / indexCount);
    let end = start + 1;
    while (end < length && keys[end]! < (key + 1) * indexCount) end++;
    if (end - start > 1) sortGroup(strings, order.subarray(start, end));
    start = end;
  }
  return order;
}

/** A key of 28 bits that ascends with the string. Strings may share one; all units from the first one that is not ASCII on are equal. */
export function packPrefix(string: string): number {
  let key = 0;
  let unit = 0;
  for (let i = 0; i < keyUnits; i++) {
    if (unit < unitMax) unit = i < string.length ? Math.min(string.charCodeAt(i), unitMax) : 0;
    key = (key << 7) | unit;
  }
  return key;
}

function sortGroup(strings: readonly string[], order: Uint32Array): void {
  if (order.length > insertionMax) {
    order.sort((a, b) => (strings[a]! < strings[b]! ? -1 : 1));
    return;
  }
  for (let end = 1; end < order.length; end++) {
    const index = order[end]!;
    const string = strings[index]!;
    let at = end;
    for (; at > 0 && strings[order[at - 1]!]! > string; at--) order[at] = order[at - 1]!;
    order[at] = index;
  }
}
