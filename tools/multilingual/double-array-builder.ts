/** A string of bytes and its value, from 0. */
export interface ValuedString {
  readonly bytes: Uint8Array;
  readonly value: number;
}

interface TrieNode {
  readonly children: Map<number, TrieNode>;
  value: number | null;
}

const offsetMax = 2 ** 21;
/** Units at the end of the array among which free ones are searched: earlier ones are nearly full. */
const openUnits = 16 * 256;

/** Builds the trie that `DoubleArray` reads. No string is empty. */
export function buildDoubleArray(strings: readonly ValuedString[]): Uint32Array {
  const root: TrieNode = { children: new Map(), value: null };
  for (const { bytes, value } of strings) {
    let node = root;
    for (const byte of bytes) {
      let child = node.children.get(byte);
      if (child === undefined) node.children.set(byte, (child = { children: new Map(), value: null }));
      node = child;
    }
    node.value = value;
  }
  const units: number[] = [0];
  const isUsed: boolean[] = [true];
  /** Bases that have a node: a node is told from others with the same byte by its base alone. */
  const isBase: boolean[] = [];
  let firstFree = 1;
  const findBase = (labels: readonly number[]): number => {
    firstFree = Math.max(firstFree, isUsed.length - openUnits);
    while (isUsed[firstFree] === true) firstFree++;
    for (let free = firstFree; ; free++) {
      const base = free ^ labels[0]!;
      if (
        isUsed[free] !== true &&
        isBase[base] !== true &&
        labels.every((label) => isUsed[base ^ label] !== true)
      )
        return base;
    }
  };
  const queue: { node: TrieNode; index: number }[] = [{ node: root, index: 0 }];
  for (const { node, index } of queue) {
    const bytes = [...node.children.keys()].toSorted((a, b) => a - b);
    const labels = node.value === null ? bytes : [0, ...bytes];
    const base = findBase(labels);
    isBase[base] = true;
    const offset = base ^ index;
    if (offset >= offsetMax) throw new Error('The trie is too large for offsets of 21 bits');
    units[index] = ((units[index] ?? 0) | (offset << 10) | (node.value === null ? 0 : 1 << 8)) >>> 0;
    for (const label of labels) isUsed[base ^ label] = true;
    if (node.value !== null) units[base] = (0x80_00_00_00 | node.value) >>> 0;
    for (const byte of bytes) {
      units[base ^ byte] = byte;
      queue.push({ node: node.children.get(byte)!, index: base ^ byte });
    }
  }
  return Uint32Array.from(
    { length: Math.ceil(units.length / 256) * 256 },
    (_, i) => units[i] ?? 0x80_00_00_00,
  );
}
