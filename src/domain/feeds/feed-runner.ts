import { setImmediate } from 'node:timers/promises';
import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { projectNotFound, VitrineError } from '../../ports/errors.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import type { Feed, FeedSource, FeedState } from '../../ports/catalog/feeds.ts';
import type { ShopClient } from '../../ports/catalog/shops.ts';
import type { Clock } from '../../lib/clock.ts';
import { runInBackground, type Tracer } from '../../lib/tracing/tracer.ts';
import { IntervalTask } from '../../lib/interval-task.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { BulkThrottle } from '../catalog/import.ts';
import { findResource } from '../resources/change-resource.ts';
import { feedTerms } from './feed-fields.ts';
import { createRunTask, runFeed } from './feed-run.ts';
import { computeDueTime } from './feed-schedule.ts';
import { isShopFeed } from './shop-run.ts';

const turnEveryMs = 10_000;
/** Milliseconds between two checks whether a run is still wanted. */
const checkEveryMs = 200;
/** Runs of a shop that go on by themselves after a restart, one after the other without an end. */
const unfinishedRunsMax = 5;
/** Milliseconds since its beginning after which a run may go on: another process may be about to tell that it runs. */
const resumeAfterMs = 15_000;

interface FeedRunnerOptions {
  readonly engine: Engine;
  readonly source: FeedSource;
  readonly shops: ShopClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly onError: (error: unknown) => void;
  /** Without a tracer, no traces are recorded. */
  readonly tracer?: Tracer | null;
}

/** Yields to requests after each batch, before the scheduler of requests is known. */
const plainThrottle: BulkThrottle = { isBusy: true, yieldToRequests: () => setImmediate() };

/**
 * Runs the feeds of projects: on schedule in the process that is the leader of a project, and on request in any. The claim of a run is
 * a write of the project, so that no two processes run a feed at the same time. An idle project is opened when one of its feeds is due.
 */
export class FeedRunner implements AsyncDisposable {
  readonly source: FeedSource;
  readonly shops: ShopClient;
  readonly #options: FeedRunnerOptions;
  /** The runs of this process, by project and feed. */
  readonly #running = new Map<string, { readonly task: string; readonly ended: Promise<void> }>();
  /** Claimed runs whose tasks are being stored. */
  readonly #claiming = new Set<string>();
  readonly #stopping = new AbortController();
  /** When a feed of a project is due next, by id. */
  readonly #dueAt = new Map<string, number>();
  #throttle: BulkThrottle = plainThrottle;
  #timer: IntervalTask | null = null;

  constructor(options: FeedRunnerOptions) {
    this.#options = options;
    this.source = options.source;
    this.shops = options.shops;
  }

  start(): void {
    this.#options.engine.onOpened((project) => this.#noteDue(project));
    this.#timer = new IntervalTask(turnEveryMs, () => this.turn());
  }

  /** Makes runs yield to requests. */
  yieldTo(throttle: BulkThrottle): void {
    this.#throttle = throttle;
  }

  /** Starts the feeds that are due. Does not reject. */
  async turn(): Promise<void> {
    const { engine, clock, onError } = this.#options;
    try {
      await this.#openDue();
      for await (const project of engine.projectsWithWork()) {
        if (!project.isLeader) continue;
        for (const feed of project.feeds.current().values()) {
          const due = this.#findDueTime(project, feed);
          if (due === null || due > clock.now()) continue;
          const state = project.feedStates.current().get(feed.value.id)?.value ?? null;
          await this.#begin(project, feed.value, state);
        }
        this.#noteDue(project);
      }
    } catch (error) {
      // A run that another process has claimed, or a project that is closed or deleted.
      if (!(error instanceof VitrineError)) onError(error);
    }
  }

  /** Starts a run, and returns its task. @throws VitrineError feed_not_found, feed_running */
  async runNow(project: ProjectEngine, id: string): Promise<string> {
    const { value: feed } = findResource(project.feeds, id, feedTerms);
    return this.#begin(project, feed, project.feedStates.current().get(id)?.value ?? null);
  }

  /** Stops the runs, which fail, and waits for them. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#timer?.[Symbol.asyncDispose]();
    this.#stopping.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** `seen` is the state on which the decision to run is based. */
  async #begin(project: ProjectEngine, feed: Feed, seen: FeedState | null): Promise<string> {
    const { engine, onError } = this.#options;
    const key = JSON.stringify([project.id, feed.id]);
    const before = this.#running.get(key);
    // A run whose task has ended still stores what it knows of pages, with which this one begins.
    if (before !== undefined && !this.#isRunning(project, before.task)) await before.ended;
    const claimed = await this.#claim(project, feed, seen);
    const { task } = claimed;
    const hold = engine.hold(project);
    const deleted = new AbortController();
    const owner = engine.store.project(project.id)?.createdAt;
    const runOptions = {
      ...this.#options,
      store: engine.store,
      traffic: this.#throttle,
      signal: AbortSignal.any([this.#stopping.signal, deleted.signal]),
    };
    const ended = runInBackground(
      this.#options.tracer,
      'run feed',
      async () => {
        await using _watch = new IntervalTask(checkEveryMs, async () => {
          if (engine.store.project(project.id)?.createdAt !== owner)
            deleted.abort(projectNotFound(project.id));
          else if (project.feedStates.current().get(feed.id)?.value.task !== task)
            deleted.abort(createFeedDeletedError(feed.id));
        });
        await runFeed(project, feed, claimed, runOptions);
      },
      { 'vitrine.project': project.id, 'vitrine.task': task },
    )
      .catch(onError)
      .finally(() => {
        hold[Symbol.dispose]();
        this.#running.delete(key);
      });
    this.#running.set(key, { task, ended });
    return task;
  }

  /** Claims a run for this process, and stores its task. @throws VitrineError feed_running */
  async #claim(project: ProjectEngine, feed: Feed, seen: FeedState | null): Promise<FeedState> {
    const { engine, clock, ids } = this.#options;
    const startedAt = clock.now();
    const task = ids.next(startedAt);
    this.#claiming.add(task);
    try {
      const { value } = await project.feedStates.change(feed.id, (current) => {
        const state = current.get(feed.id)?.value ?? null;
        const isRunning = state !== null && this.#isRunning(project, state.task);
        if (isRunning || (state?.task ?? null) !== (seen?.task ?? null))
          throw new VitrineError('feed_running', `The feed ${JSON.stringify(feed.id)} is being read`);
        const { etag = null, lastModified = null, unfinished = 0 } = state ?? {};
        return {
          id: feed.id,
          etag,
          lastModified,
          task,
          startedAt,
          unfinished: isShopFeed(feed) ? unfinished + 1 : 0,
        };
      });
      await engine.store.putTask(createRunTask(project.id, value));
      return value;
    } finally {
      this.#claiming.delete(task);
    }
  }

  #isRunning(project: ProjectEngine, task: string): boolean {
    return (
      this.#claiming.has(task) || this.#options.engine.store.task(project.id, task)?.status === 'running'
    );
  }

  async #openDue(): Promise<void> {
    const { engine, clock } = this.#options;
    for (const [id, at] of this.#dueAt) {
      if (at > clock.now()) continue;
      this.#dueAt.delete(id);
      if (!engine.listHeldProjects().includes(id)) continue;
      await engine.project(id).catch((error: unknown) => {
        if (!(error instanceof VitrineError)) throw error;
      });
    }
  }

  /** When a feed runs next: a run of a shop that the service's stop interrupted goes on. */
  #findDueTime(project: ProjectEngine, { value: feed, changedAt }: Versioned<Feed>): number | null {
    const state = project.feedStates.current().get(feed.id)?.value ?? null;
    const unfinished = state?.unfinished ?? 0;
    if (state !== null && unfinished > 0 && unfinished <= unfinishedRunsMax) {
      if (!this.#isRunning(project, state.task)) return state.startedAt + resumeAfterMs;
    }
    return computeDueTime(feed, state?.startedAt ?? null, changedAt);
  }

  #noteDue(project: ProjectEngine): void {
    const due = [...project.feeds.current().values()].flatMap(
      (feed) => this.#findDueTime(project, feed) ?? [],
    );
    if (due.length === 0) this.#dueAt.delete(project.id);
    else this.#dueAt.set(project.id, Math.min(...due));
  }
}

function createFeedDeletedError(id: string): VitrineError {
  const detail = `The feed ${JSON.stringify(id)} was deleted while it was read: what was read before is stored`;
  return new VitrineError('feed_not_found', detail);
}
