import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Copies } from './cluster.ts';

/** For how long copies may differ, as while one is written to or becomes the primary. */
const agreementMsMax = 4_000;
const askAgainAfterMs = 20;
const askAnotherAfterMs = 400;

interface FoundDocument<T> {
  readonly found?: boolean;
  readonly error?: { readonly type?: string };
  readonly _source?: T;
}

/**
 * The documents of ids that are written in their order, up to the first that is not there. `gone`: there is no such index. `doubtful`:
 * the copies did not agree, or could not be read.
 *
 * A node that was cut off has for a while a primary that is none any more, and answers of it what was. So a further copy is asked as
 * well, which has to know of the same: what is acknowledged is on two copies at least, so of two that are asked one has it (Gifford,
 * "Weighted voting for replicated data", 1979); and what only the primary has is on its way still, and may be lost with it. That
 * holds for up to three copies.
 * @throws VitrineError storage_failed
 */
export async function agreedDocuments<T>(
  cluster: Cluster,
  copies: Copies,
  index: string,
  ids: readonly string[],
): Promise<readonly T[] | 'gone' | 'doubtful'> {
  const ask = async (preference: '_primary' | '_replica'): Promise<readonly FoundDocument<T>[]> => {
    const answer = await cluster.soon((client, options) =>
      client.mget(
        // Of the further copy it is only asked whether it has them.
        {
          index,
          body: { ids: [...ids] },
          preference,
          ...(preference === '_replica' ? { _source: false } : {}),
        },
        options,
      ),
    );
    return (answer?.docs ?? []) as readonly FoundDocument<T>[];
  };
  const until = performance.now() + agreementMsMax;
  do {
    const [documents, others] = await Promise.all([
      ask('_primary'),
      copies.count === 1 ? [] : hedged(() => ask('_replica')),
    ]);
    const errors = [...documents, ...others].flatMap(({ error }) => error ?? []);
    if (errors.some(({ type }) => type === 'index_not_found_exception')) return 'gone';
    const there = foundIn(documents);
    const isAgreed = copies.count === 1 || foundIn(others).length === there.length;
    if (errors.length === 0 && isAgreed) return there.flatMap(({ _source }) => _source ?? []);
    await sleep(askAgainAfterMs);
  } while (performance.now() < until);
  return 'doubtful';
}

/** There is no gap: what follows the first that is missing was written while the answer was made. */
function foundIn<T>(documents: readonly FoundDocument<T>[]): readonly FoundDocument<T>[] {
  const end = documents.findIndex(({ found }) => found !== true);
  return end === -1 ? documents : documents.slice(0, end);
}

/** Asks a second time, which is another copy, where the first does not answer soon. */
async function hedged<T>(ask: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const later = async (): Promise<T> => {
    await sleep(askAnotherAfterMs, undefined, { signal: over.signal });
    return ask();
  };
  try {
    return await Promise.any([ask(), later()]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    over.abort();
  }
}
