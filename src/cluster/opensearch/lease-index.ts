import {
  WatchedLeases,
  type LeaseRecord,
  type LeaseStore,
  type VersionedLease,
} from '../common/watched-leases.ts';
import { copySettings, type Cluster, type Copies } from './cluster.ts';

/** OpenSearch's version numbers: a conditional write fails once there is a newer version. */
interface DocumentVersion {
  readonly sequence: number;
  readonly term: number;
}

type StoredLease = VersionedLease<DocumentVersion>;

/** The leases of a service as documents of an index. `now` is monotonic, in ms. @throws VitrineError storage_failed */
export async function openLeaseIndex(
  cluster: Cluster,
  index: string,
  copies: Copies,
  now?: () => number,
): Promise<WatchedLeases<DocumentVersion>> {
  await cluster.createIndex(index, copySettings(copies));
  return new WatchedLeases(new LeaseDocuments(cluster, index), now);
}

class LeaseDocuments implements LeaseStore<DocumentVersion> {
  readonly #cluster: Cluster;
  readonly #index: string;

  constructor(cluster: Cluster, index: string) {
    this.#cluster = cluster;
    this.#index = index;
  }

  async read(job: string): Promise<StoredLease | null> {
    const reply = await this.#cluster.request(
      (client) => client.get({ index: this.#index, id: job, preference: '_primary' }),
      [404],
    );
    if (reply === null || reply._source === undefined) return null;
    const { _seq_no: sequence = 0, _primary_term: term = 0 } = reply;
    return { record: reply._source as LeaseRecord, version: { sequence, term } };
  }

  async put(job: string, record: LeaseRecord, before: StoredLease | null): Promise<StoredLease | null> {
    const condition =
      before === null
        ? { op_type: 'create' as const }
        : { if_seq_no: before.version.sequence, if_primary_term: before.version.term };
    const reply = await this.#cluster.request(
      (client) => client.index({ index: this.#index, id: job, body: record, ...condition }),
      [409],
    );
    return reply === null
      ? null
      : { record, version: { sequence: reply._seq_no, term: reply._primary_term } };
  }
}
