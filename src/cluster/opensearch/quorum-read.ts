import { setTimeout as sleep } from 'node:timers/promises';
import type { Copies } from './cluster.ts';
import type { DocumentAddress, DocumentReads, FoundDocument } from './document-reads.ts';
import { hedged } from './hedged-request.ts';

/** For how long copies may differ, as while one is written to or becomes the primary. */
const agreementMsMax = 4_000;
const askAgainAfterMs = 20;

/**
 * What was agreed on: the mark of the document before, undefined where there is none, null where it has none, as of a version that knew
 * no marks; and the documents that were asked for.
 */
export interface QuorumResult<T> {
  readonly mark: string | null | undefined;
  readonly documents: readonly T[];
}

/**
 * The documents of ids that are written in their order, up to the first that is not there, and the mark of the one before them, where
 * one is named. `gone`: there is no such index. `doubtful`: the copies did not agree, or could not be read.
 *
 * A node that was cut off has for a while a primary that is none any more, and answers of it what was. So a further copy is asked as
 * well, which has to know of the same, by their marks: what is acknowledged is on two copies at least, so of two that are asked one
 * has it (Gifford, "Weighted voting for replicated data", 1979); and what only the primary has is on its way still, and may be lost
 * with it. That holds for up to three copies.
 * @throws VitrineError storage_failed
 */
export async function quorumRead<T>(
  reads: DocumentReads,
  copies: Copies,
  index: string,
  ids: { readonly before: string | null; readonly wanted: readonly string[] },
): Promise<QuorumResult<T> | 'gone' | 'doubtful'> {
  const before = ids.before === null ? [] : [ids.before];
  const marks = (_id: string): DocumentAddress => ({ _index: index, _id, markOnly: true });
  const first = [...before.map(marks), ...ids.wanted.map((_id) => ({ _index: index, _id }))];
  // Of the further copy it is only asked whether it has them.
  const further = [...before, ...ids.wanted].map(marks);
  const askFurther = (): Promise<readonly FoundDocument<T>[]> => reads.read<T>('_replica', further);
  const until = performance.now() + agreementMsMax;
  do {
    const [documents, others] = await Promise.all([
      reads.read<T>('_primary', first),
      copies.count === 1 ? [] : hedged(askFurther(), askFurther),
    ]);
    const errors = [...documents, ...others].flatMap(({ error }) => error ?? []);
    if (errors.some(({ type }) => type === 'index_not_found_exception')) return 'gone';
    const there = foundIn(documents);
    const isAgreed = copies.count === 1 || isSame(there, foundIn(others));
    if (errors.length === 0 && isAgreed) {
      const [own, ...after] = before.length === 0 ? [undefined, ...there] : there;
      const mark = own === undefined ? undefined : (own._routing ?? null);
      return { mark, documents: after.flatMap((found) => found?._source ?? []) };
    }
    await sleep(askAgainAfterMs);
  } while (performance.now() < until);
  return 'doubtful';
}

/** There is no gap: what follows the first that is missing was written while the answer was made. */
function foundIn<T>(documents: readonly FoundDocument<T>[]): readonly FoundDocument<T>[] {
  const end = documents.findIndex(({ found }) => found !== true);
  return end === -1 ? documents : documents.slice(0, end);
}

function isSame(one: readonly FoundDocument<unknown>[], other: readonly FoundDocument<unknown>[]): boolean {
  return one.length === other.length && one.every(({ _routing }, i) => _routing === other[i]!._routing);
}
