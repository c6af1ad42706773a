import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemberDocument, MemberDocuments } from '../../ports/cluster/project-allocation.ts';
import { leaseMs, Membership, pollEveryMs } from './membership.ts';

/** The documents of a cluster, and the time of its processes; the test ticks for their timers. */
class Cluster {
  readonly stored = new Map<string, MemberDocument>();
  now = 0;
  away = false;
  readonly documents: MemberDocuments = {
    list: async () => (this.#reach(), [...this.stored.values()]),
    put: async (member) => (this.#reach(), void this.stored.set(member.id, member)),
    remove: async (id) => (this.#reach(), void this.stored.delete(id)),
  };

  #reach(): void {
    if (this.away) throw new Error('away');
  }

  /** In an order of its own, as clocks of processes differ. */
  async member(
    id: string,
    options: { clock?: number; renamed?: (id: string) => void; onError?: (error: unknown) => void } = {},
  ) {
    const { clock = 0, renamed = () => undefined, onError = () => undefined } = options;
    const member = await Membership.join({
      documents: this.documents,
      id,
      storeId: renamed,
      newId: () => `${id}-renamed`,
      copies: 2,
      version: '1.0.0',
      onError,
      now: () => this.now + clock,
    });
    return member;
  }

  async pass(ms: number, members: readonly Membership[]): Promise<void> {
    for (let passed = 0; passed < ms; passed += pollEveryMs) {
      this.now += pollEveryMs;
      for (const member of members) await member.tick();
    }
  }
}

const idsOf = (membership: Membership): string => membership.members.map(({ id }) => id).join();

test('Membership: members see each other, and hold projects once they are ready', async () => {
  const cluster = new Cluster();
  await using a = await cluster.member('a');
  assert.deepEqual(a.listHolders('shop'), [], 'it is not ready');
  assert.equal(a.keepsOpen('shop'), true, 'it will be');
  await a.announceReady('http://a');
  await using b = await cluster.member('b', { clock: 1_000_000 });
  await cluster.pass(1_000, [a, b]);
  assert.equal(idsOf(a), 'a,b');
  assert.deepEqual(a.listHolders('shop'), [a.thisMember], 'b is not ready');
  assert.equal(b.keepsOpen('shop'), true);
  assert.equal(b.isLeader('shop'), false);
  await b.announceReady('http://b');
  await cluster.pass(1_000, [a, b]);
  assert.equal(a.listHolders('shop').length, 2);
  assert.deepEqual(
    a.listHolders('shop').map(({ id }) => id),
    b.listHolders('shop').map(({ id }) => id),
  );
  assert.notEqual(a.isLeader('shop'), b.isLeader('shop'));
  assert.equal(a.members[1]!.secret, b.thisMember.secret);
});

test('Membership: a leaving member holds nothing, and is gone once it has stopped', async () => {
  const cluster = new Cluster();
  await using a = await cluster.member('a');
  const b = await cluster.member('b');
  await Promise.all([a.announceReady('http://a'), b.announceReady('http://b')]);
  await cluster.pass(1_000, [a, b]);
  let changes = 0;
  a.onChange(() => changes++);
  await cluster.pass(5_000, [a, b]);
  assert.equal(changes, 0, 'renewals change nothing');
  await b.leave();
  await cluster.pass(1_000, [a, b]);
  assert.equal(changes, 1);
  assert.deepEqual(a.listHolders('shop'), [a.thisMember]);
  assert.equal(b.keepsOpen('shop'), false);
  assert.equal(idsOf(a), 'a,b');
  await b[Symbol.asyncDispose]();
  await cluster.pass(1_000, [a]);
  assert.equal(idsOf(a), 'a');
});

test('Membership: a member that is not renewed is dead after the lease, and forgotten', async () => {
  const cluster = new Cluster();
  await using a = await cluster.member('a');
  const b = await cluster.member('b');
  await cluster.pass(1_000, [a, b]);
  await cluster.pass(leaseMs - 6_000, [a]);
  assert.equal(idsOf(a), 'a,b');
  await cluster.pass(8_000, [a]);
  assert.equal(idsOf(a), 'a');
  assert.deepEqual([...cluster.stored.keys()], ['a']);
  // It was suspended only.
  await cluster.pass(6_000, [a, b]);
  assert.equal(idsOf(a), 'a,b');
});

test('Membership: an outage of the cluster kills no member', async () => {
  const cluster = new Cluster();
  await using a = await cluster.member('a');
  await using b = await cluster.member('b');
  await cluster.pass(2_000, [a, b]);
  cluster.away = true;
  await cluster.pass(60_000, [a, b]);
  assert.equal(idsOf(a), 'a,b');
  cluster.away = false;
  // The first that reads sees no renewal of the other one yet.
  await cluster.pass(1_000, [a]);
  await cluster.pass(leaseMs + 5_000, [a, b]);
  assert.equal(idsOf(a), 'a,b');
  assert.equal(idsOf(b), 'a,b');
});

test('Membership: a process that was killed and started again is the same member, with another secret', async () => {
  const cluster = new Cluster();
  await using a = await cluster.member('a');
  const killed = await cluster.member('b');
  await killed.announceReady('http://b');
  await cluster.pass(1_000, [a]);
  await using again = await cluster.member('b');
  assert.notEqual(again.thisMember.secret, killed.thisMember.secret);
  await cluster.pass(1_000, [a, again]);
  assert.deepEqual(
    a.members.map(({ id, state }) => [id, state]),
    [
      ['a', 'joining'],
      ['b', 'joining'],
    ],
  );
});

test('Membership: an ended process at the same address is dead at once', async () => {
  const cluster = new Cluster();
  const ended = await cluster.member('old');
  await ended.announceReady('http://a');
  await using a = await cluster.member('a');
  assert.equal(idsOf(a), 'a,old');
  await a.announceReady('http://a');
  await cluster.pass(1_000, [a]);
  assert.equal(idsOf(a), 'a');
});

test('Membership reports a living process with the same address, once', async () => {
  const cluster = new Cluster();
  const errors: unknown[] = [];
  await using a = await cluster.member('a', { onError: (error) => errors.push(error) });
  await using b = await cluster.member('b');
  await Promise.all([a.announceReady('http://127.0.0.1:4700'), b.announceReady('http://127.0.0.1:4700')]);
  await cluster.pass(leaseMs, [a, b]);
  assert.equal(errors.length, 1);
  assert.match(String(errors[0]), /http:\/\/127\.0\.0\.1:4700.*VITRINE_CLUSTER_ADDRESS/);
});

test('Membership: of two processes with one id, as of a copied data folder, one takes another', async () => {
  const cluster = new Cluster();
  const names: string[] = [];
  const renamed = (id: string): number => names.push(id);
  await using a = await cluster.member('a', { renamed });
  await using copy = await cluster.member('a');
  await cluster.pass(7_000, [a, copy]);
  assert.deepEqual(names, ['a-renamed']);
  assert.equal(idsOf(copy), 'a,a-renamed');
  assert.equal(idsOf(a), 'a,a-renamed');
});
