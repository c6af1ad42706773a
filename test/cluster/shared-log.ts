import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  LogCompacted,
  LogRestored,
  type SharedLog,
  type SharedLogs,
} from '../../src/ports/cluster/shared-log.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { hashAt, hashesAt } from '../support/chain-hashes.ts';
import { assertAgreement, LogWriter } from '../support/log-writer.ts';

/** A backup of all logs, by the tools of their database. */
interface LogBackup {
  /** Removes the logs, as a restore does first. */
  remove(): Promise<void>;
  restore(): Promise<void>;
}

/** Logs in a database. */
interface LogDatabase extends AsyncDisposable {
  /** Connects as a process of a service does; all processes share their logs. */
  connect(): Promise<SharedLogs & AsyncDisposable>;
  backUp(): Promise<LogBackup>;
}

/** A database for the suite, or the reason why its tests are skipped. */
export interface TestedLogs {
  readonly name: string;
  readonly skip: string | false;
  /** Is called if the tests are not skipped. */
  readonly start: () => Promise<LogDatabase>;
}

const text = (entry: Uint8Array | undefined): string => Buffer.from(entry ?? []).toString();
const bytes = (entry: string): Uint8Array => Buffer.from(entry);

/** The contract of `SharedLog`, with several processes. */
export function testSharedLog({ name: database, skip, start }: TestedLogs): void {
  const options = { skip };
  let stack: AsyncDisposableStack;
  let logs: LogDatabase;

  before(async () => {
    if (skip !== false) return;
    stack = new AsyncDisposableStack();
    logs = stack.use(await start());
  });
  after(() => stack?.disposeAsync());

  const connect = async (): Promise<SharedLogs> => stack.use(await logs.connect());
  const open = async (name: string): Promise<SharedLog> => (await connect()).open(name);

  test(
    `${database}: SharedLog returns the same entries in one order to all processes, each acknowledged one once`,
    options,
    async () => {
      const processes = await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (name) => new LogWriter(name, await open('order'))),
      );
      await Promise.all(
        processes.map(async (process) => {
          for (let i = 0; i < 25; i++) await process.write(`${process.name}${i}`);
        }),
      );
      await assertAgreement(processes);
      for (const { name, written, read } of processes)
        assert.deepEqual(
          read.filter((entry) => entry.startsWith(name)),
          written,
        );
    },
  );

  test(
    `${database}: SharedLog rejects an entry at a number in use, and returns nothing beyond the end`,
    options,
    async () => {
      const log = await open('ends');
      assert.deepEqual(await log.read(0, 4, hashAt(0)), []);
      assert.equal(await log.append(0, bytes('one'), hashesAt(0)), 'written');
      assert.equal(await log.append(0, bytes('two'), hashesAt(0)), 'taken');
      assert.deepEqual((await log.read(0, 4, hashAt(0))).map(text), ['one']);
    },
  );

  test(
    `${database}: SharedLog is compacted under writes, and lagging readers get LogCompacted`,
    options,
    async () => {
      const processes = await Promise.all(
        ['a', 'b', 'c'].map(async (name) => new LogWriter(name, await open('moves'))),
      );
      const late = await open('moves');
      const compacting = (async () => {
        const log = await open('moves');
        const read: string[] = [];
        for (let round = 0; round < 4; round++) {
          await sleep(150);
          for (let entries = await log.read(read.length, 16, hashAt(read.length)); entries.length > 0;)
            entries = await log.read(read.push(...entries.map(text)), 16, null);
          const chunks = Readable.from(read.map(bytes));
          await log.removeObsolete();
          assert.equal(
            await log.compact({ next: read.length, chainHash: hashAt(read.length), chunks }),
            true,
          );
        }
        await log.removeObsolete();
        return read;
      })();
      const writing = processes.map(async (process) => {
        for (let i = 0; i < 40; i++) await process.write(`${process.name}${i}`);
      });
      const compacted = await compacting;
      await Promise.all(writing);
      await assertAgreement(processes);
      await assert.rejects(late.read(0, 1, hashAt(0)), LogCompacted);
      await assert.rejects(late.append(0, bytes('none'), hashesAt(0)), LogCompacted);
      for (const log of [late, await open('moves')]) {
        const snapshot = (await log.readSnapshot())!;
        assert.equal(snapshot.next, compacted.length);
        const parts: string[] = [];
        for await (const chunk of snapshot.chunks) parts.push(text(chunk));
        assert.deepEqual(parts, compacted);
        assert.deepEqual(
          (await log.read(snapshot.next, 200, null)).map(text),
          processes[0]!.read.slice(snapshot.next),
        );
      }
    },
  );

  test(
    `${database}: SharedLog that was removed is rejected, and opening it again creates another one`,
    options,
    async () => {
      const all = await connect();
      const log = await all.open('removed');
      await log.append(0, bytes('one'), hashesAt(0));
      await all.remove('removed');
      await assert.rejects(log.read(0, 1, hashAt(0)), VitrineError);
      await assert.rejects(log.append(1, bytes('two'), hashesAt(1)), VitrineError);
      const other = await all.open('removed');
      assert.notEqual(other.id, log.id);
      assert.deepEqual(await other.read(0, 1, hashAt(0)), []);
    },
  );

  test(
    `${database}: SharedLog restored from a backup is detected by readers that have read more, or something else`,
    options,
    async () => {
      const [one, away] = [await open('back'), await open('back')];
      const write = async (log: SharedLog, from: number, to: number, hashes = hashesAt): Promise<void> => {
        for (let i = from; i < to; i++)
          assert.equal(await log.append(i, bytes(`entry ${i}`), hashes(i)), 'written');
      };
      await write(one, 0, 5);
      const backup = await logs.backUp();
      await write(one, 5, 8);
      assert.equal((await away.read(0, 10, null)).length, 8);
      await backup.remove();
      await assert.rejects(away.read(8, 1, hashAt(8)), VitrineError);
      await backup.restore();
      await assert.rejects(away.append(8, bytes('a gap'), hashesAt(8)), LogRestored);
      await assert.rejects(one.read(8, 1, hashAt(8)), LogRestored);
      assert.deepEqual((await one.read(0, 10, null)).map(text).length, 5);
      const otherwise = (i: number) => ({
        before: i === 5 ? hashAt(5) : `other-${i}`,
        after: `other-${i + 1}`,
      });
      await write(one, 5, 10, otherwise);
      await assert.rejects(away.read(8, 1, hashAt(8)), LogRestored);
      assert.deepEqual(await one.read(10, 1, 'other-10'), []);
    },
  );
}
