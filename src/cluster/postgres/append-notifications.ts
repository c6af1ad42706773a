import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { AppendHint, AppendHints } from '../../ports/cluster/shared-log.ts';
import type { PostgresConnection } from './connection.ts';

/** Time in which a notification to itself must arrive. */
const probeMsMax = 2_000;
/** Interval of further probes: a connection may end without a sign. */
const probeEveryMs = 10_000;
const reconnectMs = 1_000;
/** Pause after a probe that did not arrive: the server was slow, or a pooler is in between. */
const silentRetryMs = 60_000;
/** Shortest time between two notifications of a process, which name all logs that have new entries. */
const notifyEveryMs = 200;
/** The server accepts notifications of fewer than 8,000 bytes. */
const payloadBytesMax = 7_000;

const silenceWarning =
  'Notifications of the database do not arrive, as behind a pooler in transaction mode: this process polls for writes of others each half second instead. Connect to the server itself or to a pooler in session mode, or set VITRINE_POSTGRES_NOTIFY=off';

/** A notification: from which process, and the logs with new entries, or a probe of that process. */
interface Notification {
  readonly from: string;
  /** Null means that any log may have some. */
  readonly logs?: readonly AppendHint[] | null;
  readonly probe?: string;
}

/**
 * Tells other processes of new entries, and this one of theirs, by LISTEN and NOTIFY. A notification is sent after the commit and on a
 * connection of its own: within a transaction it would take a lock on all commits of the database.
 */
export class AppendNotifications implements AppendHints, AsyncDisposable {
  readonly #connection: PostgresConnection;
  readonly #channel: string;
  readonly #warn: (message: string) => void;
  readonly #id = randomBytes(9).toString('base64url');
  readonly #listeners = new Set<(hint: AppendHint | null) => void>();
  readonly #over = new AbortController();
  #running: Promise<void> | null = null;
  /** Resolving it closes the connections in use. */
  #lost: PromiseWithResolvers<void> | null = null;
  #notifier: pg.Client | null = null;
  #probe: { id: string; onArrival: () => void } | null = null;
  #isActive = false;
  /** Whether `silenceWarning` was logged. */
  #hasWarned = false;
  /** The numbers after the newest entries, by log. */
  readonly #announced = new Map<string, number>();
  #sending: Promise<void> | null = null;

  constructor(
    connection: PostgresConnection,
    { schema, warn }: { schema: string; warn: (message: string) => void },
  ) {
    this.#connection = connection;
    this.#channel = `vitrine_${schema}`;
    this.#warn = warn;
    connection.onDisconnect(() => this.#lost?.resolve());
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  subscribe(listener: (hint: AppendHint | null) => void): Disposable {
    this.#listeners.add(listener);
    this.#running ??= this.#run();
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** Tells other processes soon, together with what is announced until then. */
  announce({ log, next }: AppendHint): void {
    if (!this.#isActive) return;
    this.#announced.set(log, next);
    this.#sending ??= this.#sendAnnounced().finally(() => (this.#sending = null));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    this.#lost?.resolve();
    await this.#running;
    await this.#sending;
  }

  async #sendAnnounced(): Promise<void> {
    while (this.#announced.size > 0 && this.#isActive) {
      const logs = Array.from(this.#announced, ([log, next]): AppendHint => ({ log, next }));
      this.#announced.clear();
      try {
        await this.#notify({ from: this.#id, logs });
      } catch {
        this.#lost?.resolve();
        return;
      }
      await this.#pause(notifyEveryMs);
    }
  }

  async #notify(notification: Notification): Promise<void> {
    const whole = JSON.stringify(notification);
    const payload =
      Buffer.byteLength(whole) <= payloadBytesMax
        ? whole
        : JSON.stringify({ ...notification, logs: null } satisfies Notification);
    // It is a hint, so its commit need not wait for the disk.
    await this.#notifier?.query({
      text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
      values: [this.#channel, payload],
    });
  }

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const lost = Promise.withResolvers<void>();
      this.#lost = lost;
      const clients: pg.Client[] = [];
      let isSilent = false;
      try {
        for (let i = 0; i < 2; i++) {
          const client = await this.#connection.openClient();
          clients.push(client);
          client.on('error', () => lost.resolve());
          client.on('end', () => lost.resolve());
        }
        const [listener, notifier] = clients as [pg.Client, pg.Client];
        listener.on('notification', ({ payload }) => this.#receive(payload ?? ''));
        await listener.query(`LISTEN ${pg.escapeIdentifier(this.#channel)}`);
        this.#notifier = notifier;
        isSilent = !(await this.#probeArrives(lost.promise));
        if (!isSilent) await this.#listen(lost.promise);
      } catch {
        // The statements of the service tell why the server cannot be reached.
      }
      const wasActive = this.#isActive;
      this.#isActive = false;
      this.#notifier = null;
      for (const client of clients) void client.end().catch(() => undefined);
      if (this.#over.signal.aborted) return;
      if (wasActive) this.#notifyListeners(null);
      if (isSilent && !this.#hasWarned) this.#warn(silenceWarning);
      this.#hasWarned ||= isSilent;
      await this.#pause(isSilent ? silentRetryMs : reconnectMs);
    }
  }

  /** Resolves when the connections are lost. */
  async #listen(lost: Promise<void>): Promise<void> {
    this.#isActive = true;
    // Notifications before this moment were missed.
    this.#notifyListeners(null);
    for (;;) {
      const isLost = lost.then(() => true);
      if (await Promise.race([isLost, this.#pause(probeEveryMs).then(() => false)])) return;
      if (!(await this.#probeArrives(lost))) return;
    }
  }

  /** Whether a notification to itself arrives in time; true also where the connections are lost before. */
  async #probeArrives(lost: Promise<void>): Promise<boolean> {
    const arrived = Promise.withResolvers<void>();
    const id = randomBytes(9).toString('base64url');
    this.#probe = { id, onArrival: arrived.resolve };
    const over = new AbortController();
    try {
      await this.#notify({ from: this.#id, probe: id });
      const late = sleep(probeMsMax, 'late', { signal: over.signal }).catch(() => undefined);
      return (await Promise.race([arrived.promise, lost, late])) !== 'late';
    } finally {
      over.abort();
      this.#probe = null;
    }
  }

  #receive(payload: string): void {
    const notification = parseNotification(payload);
    if (notification === null) return;
    const { from, logs = [], probe } = notification;
    if (probe !== undefined && probe === this.#probe?.id) this.#probe.onArrival();
    if (from === this.#id) return;
    if (logs === null) this.#notifyListeners(null);
    else for (const hint of logs) this.#notifyListeners(hint);
  }

  #notifyListeners(hint: AppendHint | null): void {
    for (const listener of this.#listeners) listener(hint);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, null, { signal: this.#over.signal }).catch(() => undefined);
  }
}

/** Other clients may use the channel: null means that the text is not a notification of Vitrine. */
function parseNotification(payload: string): Notification | null {
  try {
    const parsed = JSON.parse(payload) as Notification | null;
    if (typeof parsed?.from !== 'string') return null;
    const { logs = null } = parsed;
    const isComplete = logs === null || (Array.isArray(logs) && logs.every(isHint));
    return isComplete ? parsed : null;
  } catch {
    return null;
  }
}

function isHint(value: unknown): value is AppendHint {
  const { log, next } = (value ?? {}) as Partial<Record<keyof AppendHint, unknown>>;
  return typeof log === 'string' && typeof next === 'number';
}
