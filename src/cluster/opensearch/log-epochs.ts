import { randomBytes } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { copySettings, type Cluster, type Copies } from './cluster.ts';
import type { DocumentReads } from './document-reads.ts';

/** Where a log is, of all that have been: a generation is an index, with the base and the entries since. */
export interface LogPointer {
  /** Of the log, through all generations. */
  readonly id: string;
  readonly generation: string;
  /** How many generations were before it: of two heads the newer is the one with more. */
  readonly step: number;
  /** The first entry that is in this generation, and not in its base. */
  readonly next: number;
  /** Of the log up to there; null: it held nothing, or it is not known. */
  readonly mark: string | null;
  /** Of the base; 0: there is none. */
  readonly chunks: number;
  /** SHA-256 of the base, in hexadecimal. */
  readonly hash: string;
}

export interface LogIndexOptions {
  readonly cluster: Cluster;
  readonly reads: DocumentReads;
  readonly copies: Copies;
  readonly prefix: string;
  readonly name: string;
}

/** Makes the index that says where logs are. @throws VitrineError storage_failed */
export async function createPointerIndex(options: Omit<LogIndexOptions, 'name' | 'reads'>): Promise<void> {
  await options.cluster.createIndex(pointerIndex(options), copySettings(options.copies));
}

export async function createEpochIndex(options: LogIndexOptions, head: LogPointer): Promise<void> {
  // One shard: the order is the numbers', and who reads asks for a few documents by name.
  await options.cluster.createIndex(
    indexOf(options, head),
    { ...copySettings(options.copies), refresh_interval: '30s' },
    aliasOf(options, head),
  );
}

/** Removes generations of fewer steps than this. */
export async function removeOlderEpochs(options: LogIndexOptions, step: number): Promise<void> {
  const { cluster } = options;
  const prefix = logPrefix(options);
  const index = `${prefix}*`;
  const found = await cluster.ask((client) => client.indices.get({ index, expand_wildcards: 'open' }), [404]);
  for (const name of Object.keys(found ?? {})) {
    const isOlder = Number.parseInt(name.slice(prefix.length), 10) < step;
    if (isOlder) await cluster.ask((client) => client.indices.delete({ index: name }), [404]);
  }
}

export async function removeEpochIndex(options: LogIndexOptions, head: LogPointer): Promise<void> {
  await options.cluster.ask((client) => client.indices.delete({ index: indexOf(options, head) }), [404]);
}

export async function readPointer({
  cluster,
  name,
  ...options
}: LogIndexOptions): Promise<LogPointer | null> {
  const answer = await cluster.askWithFailover(
    (client, transport) =>
      client.get({ index: pointerIndex(options), id: name, preference: '_primary' }, transport),
    [404],
  );
  return (answer?._source as LogPointer | undefined) ?? null;
}

export const newPointer = (
  id: string,
  { next, mark }: Pick<LogPointer, 'next' | 'mark'>,
  step: number,
): LogPointer => ({
  id,
  generation: `${String(step).padStart(12, '0')}-${randomBytes(4).toString('hex')}`,
  step,
  next,
  mark,
  chunks: 0,
  hash: '',
});

/** In words for clients, which name nothing of the cluster. */
export function unavailable(what: string): VitrineError {
  return new VitrineError('storage_failed', `The cluster ${what}`, { retryAfterSeconds: 5 });
}

export const pointerIndex = ({ prefix }: { readonly prefix: string }): string => `${prefix}-heads`;
/** Ends with a sign that no name has: the logs of others do not begin with it. */
const logPrefix = ({ prefix, name }: LogIndexOptions): string => `${prefix}-log-${name}.`;
export const indexOf = (options: LogIndexOptions, head: LogPointer): string =>
  `${logPrefix(options)}${head.generation}`;
export const aliasOf = (options: LogIndexOptions, head: LogPointer): string =>
  `${indexOf(options, head)}.writes`;
