import { randomBytes } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { copySettings, type Cluster, type Copies } from './cluster.ts';
import type { DocumentReads } from './document-reads.ts';

/** The current epoch of a log. An epoch is an index with the snapshot and the entries after it. Stored as JSON. */
export interface LogPointer {
  /** The id of the log, the same in all epochs. */
  readonly id: string;
  readonly epochName: string;
  /** The number of the epoch: of two pointers the newer has the higher one. */
  readonly epochNumber: number;
  /** The first entry in this epoch's index; earlier ones are in its snapshot. */
  readonly next: number;
  /** The hash chain up to there, or null if the log was empty, or the hash is unknown. */
  readonly chainHash: string | null;
  /** Chunks of the snapshot; 0 means there is none. */
  readonly chunks: number;
  /** SHA-256 of the snapshot, in hexadecimal. */
  readonly hash: string;
}

/** A pointer in the cluster, under the field names of the first version. */
export interface StoredPointer extends Omit<LogPointer, 'epochName' | 'epochNumber' | 'chainHash'> {
  readonly generation: string;
  readonly step: number;
  readonly mark: string | null;
}

export const toStored = ({ epochName, epochNumber, chainHash, ...rest }: LogPointer): StoredPointer => ({
  ...rest,
  generation: epochName,
  step: epochNumber,
  mark: chainHash,
});

export const readStoredPointer = ({ generation, step, mark, ...rest }: StoredPointer): LogPointer => ({
  ...rest,
  epochName: generation,
  epochNumber: step,
  chainHash: mark,
});

export interface LogIndexOptions {
  readonly cluster: Cluster;
  readonly reads: DocumentReads;
  readonly copies: Copies;
  readonly prefix: string;
  readonly name: string;
}

/** Creates the index with the pointers of all logs. @throws VitrineError storage_failed */
export async function createPointerIndex(options: Omit<LogIndexOptions, 'name' | 'reads'>): Promise<void> {
  await options.cluster.createIndex(namePointerIndex(options), copySettings(options.copies));
}

export async function createEpochIndex(options: LogIndexOptions, pointer: LogPointer): Promise<void> {
  // One shard: entries are ordered by number, and reads fetch a few documents by id.
  await options.cluster.createIndex(
    formatIndexName(options, pointer),
    { ...copySettings(options.copies), refresh_interval: '30s' },
    formatAliasName(options, pointer),
  );
}

/** Removes the indices of epochs before this one. */
export async function removeOlderEpochs(options: LogIndexOptions, epochNumber: number): Promise<void> {
  const { cluster } = options;
  const prefix = logPrefix(options);
  const index = `${prefix}*`;
  const indices = await cluster.request(
    (client) => client.indices.get({ index, expand_wildcards: 'open' }),
    [404],
  );
  for (const name of Object.keys(indices ?? {})) {
    const isOlder = Number.parseInt(name.slice(prefix.length), 10) < epochNumber;
    if (isOlder) await cluster.request((client) => client.indices.delete({ index: name }), [404]);
  }
}

export async function removeEpochIndex(options: LogIndexOptions, pointer: LogPointer): Promise<void> {
  await options.cluster.request(
    (client) => client.indices.delete({ index: formatIndexName(options, pointer) }),
    [404],
  );
}

export async function readPointer({
  cluster,
  name,
  ...options
}: LogIndexOptions): Promise<LogPointer | null> {
  const reply = await cluster.requestWithFailover(
    (client, transport) =>
      client.get({ index: namePointerIndex(options), id: name, preference: '_primary' }, transport),
    [404],
  );
  const stored = reply?._source as StoredPointer | undefined;
  return stored === undefined ? null : readStoredPointer(stored);
}

export const createPointer = (
  id: string,
  { next, chainHash }: Pick<LogPointer, 'next' | 'chainHash'>,
  epochNumber: number,
): LogPointer => ({
  id,
  epochName: `${String(epochNumber).padStart(12, '0')}-${randomBytes(4).toString('hex')}`,
  epochNumber,
  next,
  chainHash,
  chunks: 0,
  hash: '',
});

/** An error for clients, without names of the cluster. */
export function createUnavailableError(what: string): VitrineError {
  return new VitrineError('storage_failed', `The cluster ${what}`, { retryAfterSeconds: 5 });
}

/** The name of the first version, so that existing logs are found. */
export const namePointerIndex = ({ prefix }: { readonly prefix: string }): string => `${prefix}-heads`;
/** Ends with a character that log names cannot contain, so that no other log's indices have this prefix. */
const logPrefix = ({ prefix, name }: LogIndexOptions): string => `${prefix}-log-${name}.`;
export const formatIndexName = (options: LogIndexOptions, pointer: LogPointer): string =>
  `${logPrefix(options)}${pointer.epochName}`;
export const formatAliasName = (options: LogIndexOptions, pointer: LogPointer): string =>
  `${formatIndexName(options, pointer)}.writes`;
