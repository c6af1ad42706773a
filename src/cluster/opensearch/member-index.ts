import { setTimeout as sleep } from 'node:timers/promises';
import { VitrineError } from '../../ports/errors.ts';
import type { MemberDocument, MemberDocuments } from '../../ports/cluster/project-allocation.ts';
import type { Cluster } from './cluster.ts';

const documentId = 'members';
/** Attempts to write while others write, and the longest pause between them. */
const attemptsMax = 20;
const pauseMsMax = 100;

type Members = Readonly<Record<string, MemberDocument>>;

interface VersionedMembers {
  readonly members: Members;
  readonly sequence: number;
  readonly term: number;
}

/**
 * All members in one document of the index of the leases. So a poll is one read of the newest state, without a search and its
 * privileges. Conditional writes keep concurrent changes.
 */
export class MemberIndex implements MemberDocuments {
  readonly #cluster: Cluster;
  readonly #index: string;

  constructor(cluster: Cluster, index: string) {
    this.#cluster = cluster;
    this.#index = index;
  }

  async list(): Promise<MemberDocument[]> {
    return Object.values((await this.#read())?.members ?? {});
  }

  async put(member: MemberDocument): Promise<void> {
    await this.#change((members) => ({ ...members, [member.id]: member }));
  }

  async remove(id: string): Promise<void> {
    await this.#change((members) => {
      const { [id]: removed, ...others } = members;
      return removed === undefined ? null : others;
    });
  }

  /** `change` returns null where there is nothing to write. */
  async #change(change: (members: Members) => Members | null): Promise<void> {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const before = await this.#read();
      const members = change(before?.members ?? {});
      if (members === null || (await this.#write(members, before))) return;
      await sleep(Math.random() * pauseMsMax);
    }
    throw new VitrineError('storage_failed', 'The list of processes is changed by too many processes', {
      retryAfterSeconds: 1,
    });
  }

  async #read(): Promise<VersionedMembers | null> {
    const reply = await this.#cluster.request(
      (client) => client.get({ index: this.#index, id: documentId, preference: '_primary' }),
      [404],
    );
    if (reply?._source === undefined) return null;
    const { _seq_no: sequence = 0, _primary_term: term = 0 } = reply;
    return { members: (reply._source as { members: Members }).members, sequence, term };
  }

  /** Returns false if another process was faster. */
  async #write(members: Members, before: VersionedMembers | null): Promise<boolean> {
    const condition =
      before === null
        ? { op_type: 'create' as const }
        : { if_seq_no: before.sequence, if_primary_term: before.term };
    const reply = await this.#cluster.request(
      (client) => client.index({ index: this.#index, id: documentId, body: { members }, ...condition }),
      [409],
    );
    return reply !== null;
  }
}
