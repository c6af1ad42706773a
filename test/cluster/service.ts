import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WriteTokens } from '../../sdk/src/write-tokens.ts';
import type { FaultyDatabase, TestedDatabase } from '../support/cluster-database.ts';
import { vitrine } from '../support/command-line.ts';
import { Fleet, type Traffic } from '../support/fleet.ts';
import { representative, wholeOnly } from '../support/matrix.ts';
import { metric } from '../support/placed-fleet.ts';
import { adminPassword, type RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const takeOverMsMax = 30_000;
/** Traffic without an incident. */
const calmMs = representative(1_000, 3_000);

/** For tests of further incidents of a database. */
export interface Incidents<Database> {
  readonly database: () => Database;
  readonly fleet: () => Fleet;
  /** Traffic during an incident; nothing may be lost, duplicated or wrong. */
  readonly during: (name: string, happens: () => Promise<void>) => Promise<Traffic>;
  /** Sends traffic only to processes that are ready, until disposed. */
  readonly watchReadiness: () => Disposable;
}

/** Real processes of the service on a real database, while either is killed, restarted or rejected. */
export function testService<Database extends FaultyDatabase>(
  tested: TestedDatabase<Database>,
  testMore: (incidents: Incidents<Database>) => void = () => undefined,
): void {
  const options = { skip: tested.skip };
  const whole = { ...options, ...wholeOnly };
  let database: Database;
  let fleet: Fleet;

  before(async () => {
    if (tested.skip !== false) return;
    database = await tested.start();
    fleet = await Fleet.start({ ...database.environment, VITRINE_DRAIN_SECONDS: '2' }, 1);
    // Every incident is tested with both kinds of reads.
    await fleet.add({ VITRINE_CLUSTER_STALENESS_MS: '60000' });
  });
  after(async () => {
    await fleet?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
  });
  // Each test restores the database for the next one.
  afterEach(async () => {
    if (tested.skip !== false) return;
    await database.recover();
    await fleet.startStopped();
  });

  const all: Traffic[] = [];

  /** On failure it prints the state at that time. */
  async function during(name: string, happens: () => Promise<void>): Promise<Traffic> {
    const over = new AbortController();
    const traffic = fleet.traffic(name, over.signal);
    // Checked when the incident is over.
    traffic.catch(() => undefined);
    try {
      await happens();
      over.abort();
      const report = await traffic;
      all.push(report);
      assert.deepEqual(report.wrong, []);
      assert.ok(report.events.size > 0 && report.prices.size > 0 && report.searches > 0);
      assert.deepEqual(await fleet.missing(all), []);
      return report;
    } catch (error) {
      over.abort(error);
      process.stderr.write(`${await database.report()}\n${await fleet.report()}\n`);
      throw error;
    }
  }

  test(`two processes on ${tested.name} share writes, keys and sessions`, options, async () => {
    const [one, two] = fleet.services;
    const report = await during('calm', () => sleep(calmMs));
    assert.deepEqual([...report.errors], []);
    const headers = await one!.signIn();
    assert.equal((await two!.ask('GET', '/admin/projects', { headers })).status, 200);
    const created = await one!.ask<{ key: string; id: string }>('POST', '/admin/keys', {
      headers,
      body: { scopes: ['search'], projects: ['shop'] },
    });
    const { key } = created.body;
    const tokens = new WriteTokens();
    tokens.add(created.headers);
    const search = { key, headers: tokens.headers() };
    assert.equal((await two!.ask('GET', '/search/shop?q=lamp', search)).status, 200);
    const keys = (
      await two!.ask<{ keys: { id: string; scopes: string[] }[] }>('GET', '/admin/keys', { headers })
    ).body.keys;
    const own = keys.find(({ scopes }) => scopes.length === 1)!;
    assert.equal((await two!.ask('DELETE', `/admin/keys/${own.id}`, { headers })).status, 200);
    assert.equal((await one!.ask('GET', '/search/shop?q=lamp', { key })).status, 401);
  });

  test(
    `vitrine password reset, with ${tested.name} in the environment, holds at processes that run`,
    whole,
    async () => {
      const [one, two] = fleet.services;
      const session = await one!.signIn();
      // The environment of the processes, without the first password, which is no longer valid.
      const environment = { ...database.environment, VITRINE_DATA: one!.dataDir };
      const command = ['password', 'reset', '--password-stdin'];
      try {
        const ran = await vitrine(command, { environment, input: 'set by the operator\n' });
        assert.equal(ran.status, 0, ran.stderr);
        const signIn = async (password: string): Promise<number> => {
          const headers = { 'x-vitrine-console': '1' };
          return (await two!.ask('POST', '/admin/session', { headers, body: { password } })).status;
        };
        assert.deepEqual([await signIn(adminPassword), await signIn('set by the operator')], [401, 201]);
        assert.equal((await one!.ask('GET', '/admin/projects', { headers: session })).status, 401);
      } finally {
        await vitrine(command, { environment, input: adminPassword });
      }
    },
  );

  test(
    `processes on ${tested.name} that are ended and started, one after the other, behind a proxy lose no request`,
    whole,
    async () => {
      using _ = fleet.watchReadiness();
      const report = await during('rolled', async () => {
        for (const service of fleet.services) {
          await sleep(500);
          assert.equal(await service.stop('SIGTERM'), 0);
          await service.restart();
          await readyAt(service);
        }
        await sleep(500);
      });
      assert.deepEqual([...report.errors], [], 'none was refused, and none broken off');
    },
  );

  test(
    `processes on ${tested.name} that are killed under traffic lose nothing, and another has their work within 30 s`,
    whole,
    async (t) => {
      const takenOverMs: number[] = [];
      await during('process', async () => {
        for (const victim of fleet.services) {
          await sleep(6_000);
          const leaseBefore = await database.leaderLease();
          await victim.stop('SIGKILL');
          const killedAt = performance.now();
          // One of the two was the leader: where its lease is still renewed, stop the other one.
          let lease = leaseBefore;
          while (lease.fence === leaseBefore.fence && lease.renewals <= leaseBefore.renewals + 1) {
            assert.ok(
              performance.now() - killedAt < takeOverMsMax,
              'the lease is neither renewed nor taken over',
            );
            await sleep(200);
            lease = await database.leaderLease();
          }
          if (lease.fence > leaseBefore.fence) takenOverMs.push(performance.now() - killedAt);
          await victim.restart();
        }
      });
      t.diagnostic(`taken over after ${takenOverMs.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`);
      assert.ok(takenOverMs.length > 0);
      for (const ms of takenOverMs) assert.ok(ms < takeOverMsMax, `${ms} ms`);
    },
  );

  test(`without ${tested.name} the service reports not ready, and recovers by itself`, options, async (t) => {
    await during('outage', async () => {
      await database.stop();
      const stoppedAt = performance.now();
      let answer = await fleet.ask(fleet.services[0]!, 'GET', '/search/shop?q=lamp');
      // The remaining nodes may answer for a few seconds: nothing newer can exist at that time.
      for (; answer.status !== 503 && performance.now() - stoppedAt < 25_000; await sleep(100))
        answer = await fleet.ask(fleet.services[0]!, 'GET', '/search/shop?q=lamp');
      t.diagnostic(`503 ${Math.round(performance.now() - stoppedAt)} ms after the stop`);
      assert.equal(answer.status, 503);
      assert.equal(answer.body['code'], 'storage_failed');
      assert.notEqual(answer.headers.get('retry-after'), null);
      await until('The reason is not reported', async () =>
        (await storageDetail()).startsWith(database.outage),
      );
      assert.equal(await metric(fleet.services[0]!, 'cluster_reachable'), 0);
      await database.recover();
      await allReady();
      assert.equal(await metric(fleet.services[0]!, 'cluster_reachable'), 1);
    });
  });

  test(
    `${tested.name} that rejects writes is read, and gets writes when it accepts them again`,
    whole,
    async () => {
      await during('rejected', async () => {
        await database.rejectWrites(true);
        try {
          const data = { id: 'rejected', type: 'view', user: 'u', item: 'calm-0-0' };
          const refused = await fleet.ask(fleet.services[0]!, 'POST', '/api/events', {
            project: 'shop',
            data,
          });
          assert.equal(refused.status, 503);
          assert.equal(
            (await fleet.ask(fleet.services[1]!, 'GET', '/search/shop?q=lamp')).status,
            200,
            'it reads',
          );
        } finally {
          await database.rejectWrites(false);
        }
        await sleep(1_000);
      });
    },
  );

  testMore({
    database: () => database,
    fleet: () => fleet,
    during,
    watchReadiness: () => fleet.watchReadiness(),
  });

  test(`a process on ${tested.name} with an empty folder has all data`, options, async () => {
    await fleet.add();
    assert.deepEqual(await fleet.missing(all), []);
    await during('three', () => sleep(calmMs));
  });

  /** What the first process reports about its storage. */
  async function storageDetail(): Promise<string> {
    const { body } = await fleet.ask<{ parts: { storage: { detail: string } } }>(
      fleet.services[0]!,
      'GET',
      '/ready',
    );
    return body.parts.storage.detail;
  }

  async function readyAt(service: RunningService): Promise<void> {
    await until('A process is not ready', async () => {
      const { status } = await fleet.ask(service, 'GET', '/ready');
      return status === 200;
    });
  }

  async function allReady(): Promise<void> {
    await until('The service does not go on by itself', async () => {
      const states = await Promise.all(fleet.services.map((service) => fleet.ask(service, 'GET', '/ready')));
      return states.every(({ status }) => status === 200);
    });
  }
}
