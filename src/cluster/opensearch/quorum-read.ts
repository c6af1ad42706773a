import { setTimeout as sleep } from 'node:timers/promises';
import type { Copies } from './cluster.ts';
import type { DocumentAddress, DocumentReads, FoundDocument } from './document-reads.ts';
import { hedgeRequest } from './hedged-request.ts';

/** Time for which copies may differ, for example during a write or while a replica becomes the primary. */
const agreementMsMax = 4_000;
const retryAfterMs = 20;

/**
 * The result of an agreement: the chain hash of the preceding document (undefined where it is missing, null where an
 * old version stored none), and the requested documents.
 */
export interface QuorumResult<T> {
  readonly chainHash: string | null | undefined;
  readonly documents: readonly T[];
}

/**
 * Reads documents that are written in the order of their ids, up to the first missing one, and the chain hash of the
 * document before them, if one is named. `gone` means that the index does not exist, and `doubtful` that the copies
 * did not agree or could not be read.
 *
 * A node that was cut off may hold a primary that is no longer one, and serve outdated reads. Therefore a replica is
 * read too, and must have the same documents, by their chain hashes. An acknowledged document is on at least two
 * copies, so of any two that are read one has it (Gifford, "Weighted voting for replicated data", 1979). A document
 * on the primary only is not acknowledged yet, and may be lost with it. This holds for up to three copies.
 * @throws VitrineError storage_failed
 */
export async function readFromQuorum<T>(
  reads: DocumentReads,
  copies: Copies,
  index: string,
  ids: { readonly before: string | null; readonly entries: readonly string[] },
): Promise<QuorumResult<T> | 'gone' | 'doubtful'> {
  const before = ids.before === null ? [] : [ids.before];
  const hashAddress = (_id: string): DocumentAddress => ({ _index: index, _id, hashOnly: true });
  const primaryAddresses = [
    ...before.map(hashAddress),
    ...ids.entries.map((_id) => ({ _index: index, _id })),
  ];
  // From the replica only the hashes are needed.
  const replicaAddresses = [...before, ...ids.entries].map(hashAddress);
  const readReplica = (): Promise<readonly FoundDocument<T>[]> => reads.read<T>('_replica', replicaAddresses);
  const until = performance.now() + agreementMsMax;
  do {
    const [documents, others] = await Promise.all([
      reads.read<T>('_primary', primaryAddresses),
      copies.count === 1 ? [] : hedgeRequest(readReplica(), readReplica),
    ]);
    const errors = [...documents, ...others].flatMap(({ error }) => error ?? []);
    if (errors.some(({ type }) => type === 'index_not_found_exception')) return 'gone';
    const existing = dropAfterGap(documents);
    const isAgreed = copies.count === 1 || isSame(existing, dropAfterGap(others));
    if (errors.length === 0 && isAgreed) {
      const [previous, ...after] = before.length === 0 ? [undefined, ...existing] : existing;
      const chainHash = previous === undefined ? undefined : (previous._routing ?? null);
      return { chainHash, documents: after.flatMap((found) => found?._source ?? []) };
    }
    await sleep(retryAfterMs);
  } while (performance.now() < until);
  return 'doubtful';
}

/** The log has no gaps: documents after a missing one were written during the read. */
function dropAfterGap<T>(documents: readonly FoundDocument<T>[]): readonly FoundDocument<T>[] {
  const end = documents.findIndex(({ found }) => found !== true);
  return end === -1 ? documents : documents.slice(0, end);
}

function isSame(one: readonly FoundDocument<unknown>[], other: readonly FoundDocument<unknown>[]): boolean {
  return one.length === other.length && one.every(({ _routing }, i) => _routing === other[i]!._routing);
}
