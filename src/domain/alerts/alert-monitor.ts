import { setImmediate } from 'node:timers/promises';
import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import type { WebhookClient } from '../../ports/operation/alerts.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { Tracer } from '../../lib/tracing/tracer.ts';
import { IntervalTask } from '../../lib/interval-task.ts';
import { listAlerts, applyReadings, isOpen } from './alert-log.ts';
import type { AlertSource } from './alert-source.ts';
import { listFinishedTasks, noteFinishedTasks } from './task-messages.ts';
import { isPending, WebhookDeliveries } from './webhook-deliveries.ts';

const turnEveryMs = 5_000;
/** Projects between two pauses for requests: about a millisecond. */
const projectsPerStep = 50;

export interface AlertMonitorOptions {
  readonly engine: Engine;
  readonly sources: readonly AlertSource[];
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly onError: (error: unknown) => void;
  /** Without a tracer, no traces are recorded. */
  readonly tracer?: Tracer | null;
}

/**
 * Reads the sources of alerts of each project, and sends messages about them and about finished tasks to webhooks, in the process that is its leader.
 *
 * An idle project is closed, and then none of its sources is read. It stays open while messages are pending, and is opened again when
 * an alert is due without any change, such as for events that stopped.
 */
export class AlertMonitor implements AsyncDisposable {
  readonly #options: AlertMonitorOptions;
  readonly #deliveries: WebhookDeliveries;
  /** The time of the last reading of each source, by project. */
  readonly #readAt = new WeakMap<ProjectEngine, Map<AlertSource, number>>();
  /** Keep projects with pending messages open. */
  readonly #holds = new Map<ProjectEngine, Disposable>();
  /** When a project is opened for an alert, by id. */
  readonly #dueAt = new Map<string, number>();
  #timer: IntervalTask | null = null;

  constructor(options: AlertMonitorOptions) {
    this.#options = options;
    this.#deliveries = new WebhookDeliveries(options);
  }

  start(): void {
    const { engine } = this.#options;
    engine.onOpened((project) => this.#runGuarded(() => this.#noteClosing(project)));
    this.#timer = new IntervalTask(turnEveryMs, () => this.turn());
  }

  /** Reads all sources that are due. Does not reject. */
  async turn(): Promise<void> {
    const seen = new Set<ProjectEngine>();
    try {
      await this.#openDue();
      for await (const project of this.#options.engine.projectsWithWork()) {
        if (!project.isLeader) continue;
        seen.add(project);
        if (seen.size % projectsPerStep === 0) await setImmediate();
        await this.#read(project);
        await this.#noteTasks(project, this.#options.clock.now());
        this.#deliveries.sendDue(project);
        this.#noteClosing(project);
      }
    } catch (error) {
      this.#options.onError(error);
    }
    // The others were deleted, or have another leader now.
    for (const project of this.#holds.keys()) if (!seen.has(project)) this.#release(project);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#timer?.[Symbol.asyncDispose]();
    await this.#deliveries[Symbol.asyncDispose]();
    for (const project of this.#holds.keys()) this.#release(project);
  }

  async #read(project: ProjectEngine): Promise<void> {
    const { clock, ids, sources, onError } = this.#options;
    const now = clock.now();
    const readAt = this.#readAt.get(project) ?? new Map<AlertSource, number>();
    this.#readAt.set(project, readAt);
    for (const source of sources) {
      const before = readAt.get(source);
      // A clock that was set back reads again.
      if (before !== undefined && before <= now && now - before < source.everyMs) continue;
      readAt.set(source, now);
      const open = listAlerts(project).filter((alert) => alert.kind === source.kind && isOpen(alert));
      try {
        const readings = source.read(project, open, now);
        await applyReadings(project, source.kind, readings, { now, newId: () => ids.next(now) });
      } catch (error) {
        // One that is being closed or deleted, or whose disk is full: it is read again.
        if (!(error instanceof VitrineError)) onError(error);
      }
    }
  }

  async #noteTasks(project: ProjectEngine, now: number): Promise<void> {
    try {
      await noteFinishedTasks(project, this.#options.engine.store, now);
    } catch (error) {
      // The next round retries, as with alerts.
      if (!(error instanceof VitrineError)) this.#options.onError(error);
    }
  }

  /** Notes what must happen although the project may be closed as idle. */
  #noteClosing(project: ProjectEngine): void {
    const hasPending = [...listAlerts(project), ...listFinishedTasks(project)].some(({ deliveries }) =>
      deliveries.some(isPending),
    );
    if (hasPending && !this.#holds.has(project)) this.#holds.set(project, this.#options.engine.hold(project));
    if (!hasPending) this.#release(project);
    const now = this.#options.clock.now();
    const due = this.#options.sources
      .map((source) => source.computeDueTime?.(project) ?? null)
      .filter((at) => at !== null && at > now);
    if (due.length === 0) this.#dueAt.delete(project.id);
    else this.#dueAt.set(project.id, Math.min(...(due as number[])));
  }

  async #openDue(): Promise<void> {
    const now = this.#options.clock.now();
    for (const [id, at] of this.#dueAt) {
      if (at > now) continue;
      this.#dueAt.delete(id);
      if (!this.#options.engine.listHeldProjects().includes(id)) continue;
      // It is read in this turn, or in the next one.
      await this.#options.engine.project(id).catch((error: unknown) => {
        if (!(error instanceof VitrineError)) throw error;
      });
    }
  }

  #release(project: ProjectEngine): void {
    this.#holds.get(project)?.[Symbol.dispose]();
    this.#holds.delete(project);
  }

  #runGuarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
