import { existsSync } from 'node:fs';
import { IntervalTask } from '../../lib/interval-task.ts';
import type { ProjectAllocation } from '../../ports/cluster/project-allocation.ts';
import type { Project } from '../../ports/access/projects.ts';
import { AllocatedLeadership } from '../log/allocated-leadership.ts';
import { projectFile } from '../data-folder/data-folder.ts';
import { removeDatabase } from '../data-folder/log-snapshot.ts';
import type { OpenProjects } from './open-projects.ts';

const checkEveryMs = 1_000;
/** A project that could not be opened is tried again after this time. */
const retryMs = 30_000;

interface AllocationOptions {
  readonly allocation: ProjectAllocation;
  readonly dataDir: string;
  /** Time after which the local copy of a project that is closed and held by other processes is deleted, in ms. */
  readonly copyKeptMs: number;
  readonly listProjects: () => readonly Project[];
  readonly projects: () => OpenProjects;
  readonly onError: (error: unknown) => void;
}

/** The projects of a process of a cluster that allocates them: opens those that it holds, and deletes its copies of others. */
export class AllocatedProjects implements AsyncDisposable {
  readonly allocation: ProjectAllocation;
  readonly #options: AllocationOptions;
  readonly #leaderships = new Map<string, AllocatedLeadership>();
  readonly #failedAt = new Map<string, number>();
  /** When the copy on disk ceased to be needed, by project. */
  readonly #unneededSince = new Map<string, number>();
  #timer: IntervalTask | null = null;
  #isEnding = false;

  constructor(options: AllocationOptions) {
    this.#options = options;
    this.allocation = options.allocation;
    options.allocation.onChange(() => {
      for (const leadership of this.#leaderships.values()) leadership.onAllocationChange();
    });
  }

  /** Begins to follow changes of the allocation and of the list of projects. */
  start(): void {
    this.#timer = new IntervalTask(checkEveryMs, () => this.check());
  }

  keepsOpen(id: string): boolean {
    return this.allocation.keepsOpen(id);
  }

  /** The listed projects that this process keeps open. */
  listKept(): string[] {
    return this.#options
      .listProjects()
      .map(({ id }) => id)
      .filter((id) => this.keepsOpen(id));
  }

  findLeadership(id: string): AllocatedLeadership {
    const existing = this.#leaderships.get(id);
    if (existing !== undefined) return existing;
    const leadership = new AllocatedLeadership(this.allocation, id, this.#options.onError);
    this.#leaderships.set(id, leadership);
    return leadership;
  }

  /** Opens the projects that this process holds and has not opened yet, and deletes copies that it no longer needs. */
  async check(): Promise<void> {
    for (const id of this.listKept()) {
      if (this.#isEnding) return;
      await this.#open(id);
    }
    await this.#deleteCopies();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await this.#timer?.[Symbol.asyncDispose]();
  }

  async #open(id: string): Promise<void> {
    const projects = this.#options.projects();
    const failedAt = this.#failedAt.get(id) ?? -Infinity;
    // Another process may have taken it over since the check began.
    if (projects.opened.has(id) || projects.damaged.has(id) || !this.keepsOpen(id)) return;
    if (performance.now() - failedAt < retryMs) return;
    try {
      await projects.get(id);
      this.#failedAt.delete(id);
    } catch (error) {
      if (!this.#options.listProjects().some((project) => project.id === id)) return;
      this.#failedAt.set(id, performance.now());
      this.#options.onError(error);
    }
  }

  async #deleteCopies(): Promise<void> {
    const projects = this.#options.projects();
    const now = performance.now();
    const listed = new Set(this.#options.listProjects().map(({ id }) => id));
    for (const map of [this.#unneededSince, this.#leaderships, this.#failedAt])
      for (const id of map.keys()) if (!listed.has(id)) map.delete(id);
    for (const id of listed) {
      const path = projectFile(this.#options.dataDir, id);
      if (!projects.isClosed(id) || this.keepsOpen(id) || !existsSync(path)) {
        this.#unneededSince.delete(id);
        continue;
      }
      const since = this.#unneededSince.get(id) ?? now;
      this.#unneededSince.set(id, since);
      if (now - since >= this.#options.copyKeptMs) await projects.removeCopy(id, () => removeDatabase(path));
    }
  }
}
