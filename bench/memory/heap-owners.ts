import { readFileSync } from 'node:fs';

/** The fields of a heap snapshot of V8 that are read here (v8.dev/docs, `HeapSnapshotGenerator`). */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** Memory of the objects that an instance of a class keeps alive, on the heap and in buffers. */
export interface OwnedMemory {
  readonly owner: string;
  readonly bytes: number;
  /** Those outside buffers. */
  readonly heapBytes: number;
  readonly objects: number;
}

/** Containers are not owners: their memory belongs to the object that refers to them. */
const container =
  /^$|^\(|^system |^(Object|Array|Map|Set|WeakMap|WeakRef|WeakSet|Promise|Buffer|ArrayBuffer|SharedArrayBuffer|Growable|ByteBoundedCache|RecordCache|\w+Array)$/;

/** The content of an array buffer. */
const bufferData = /JSArrayBufferData$/;

/**
 * The memory in a heap snapshot by owner, most first: each object belongs to the nearest object with a class on a shortest path
 * from the roots; what has none belongs to "(runtime)". Sizes include typed arrays.
 */
export function heapOwners(path: string): OwnedMemory[] {
  const { snapshot, nodes, edges, strings } = JSON.parse(readFileSync(path, 'utf8')) as HeapSnapshot;
  const { node_fields: nodeFields, edge_fields: edgeFields } = snapshot.meta;
  const [nodeTypes] = snapshot.meta.node_types;
  const [edgeTypes] = snapshot.meta.edge_types;
  const field = (name: string): number => nodeFields.indexOf(name);
  const [typeAt, nameAt, sizeAt, edgesAt] = [
    field('type'),
    field('name'),
    field('self_size'),
    field('edge_count'),
  ];
  const count = nodes.length / nodeFields.length;
  const firstEdge = new Uint32Array(count + 1);
  for (let node = 0; node < count; node++)
    firstEdge[node + 1] = firstEdge[node]! + nodes[node * nodeFields.length + edgesAt]!;
  const owners = new Map<string, number>([['(runtime)', 0]]);
  const ownerOf = new Int32Array(count).fill(-1);
  const queue = new Uint32Array(count);
  let queued = 1;
  ownerOf[0] = 0;
  const weak = edgeTypes.indexOf('weak');
  for (let at = 0; at < queued; at++) {
    const node = queue[at]!;
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) {
      const [edgeType, , target] = edges.slice(edge * edgeFields.length, (edge + 1) * edgeFields.length);
      const next = target! / nodeFields.length;
      if (edgeType === weak || ownerOf[next] !== -1) continue;
      const name = strings[nodes[target! + nameAt]!]!;
      const isObject = nodeTypes[nodes[target! + typeAt]!] === 'object';
      if (isObject && !container.test(name) && !owners.has(name)) owners.set(name, owners.size);
      ownerOf[next] = isObject && !container.test(name) ? owners.get(name)! : ownerOf[node]!;
      queue[queued++] = next;
    }
  }
  const memory = [...owners.keys()].map((owner) => ({ owner, bytes: 0, heapBytes: 0, objects: 0 }));
  for (let node = 0; node < count; node++) {
    const owned = memory[Math.max(0, ownerOf[node]!)]!;
    const size = nodes[node * nodeFields.length + sizeAt]!;
    owned.bytes += size;
    if (!bufferData.test(strings[nodes[node * nodeFields.length + nameAt]!]!)) owned.heapBytes += size;
    owned.objects++;
  }
  return memory.sort((a, b) => b.bytes - a.bytes);
}
