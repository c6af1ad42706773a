import assert from 'node:assert/strict';
import type { TestService } from '../service.ts';
import { until } from '../until.ts';

export interface FeedRunTask {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly progress: Readonly<Record<string, number>> & {
    readonly file: { readonly warnings: readonly { readonly code: string; readonly detail: string }[] };
  };
}

/** Feeds of one project of a service: puts them, runs them, and reads what they stored. */
export class ProjectFeeds {
  readonly #service: TestService;
  readonly #project: string;
  readonly #key: string;

  private constructor(service: TestService, project: string, key: string) {
    this.#service = service;
    this.#project = project;
    this.#key = key;
  }

  static async open(service: TestService, project: string): Promise<ProjectFeeds> {
    const key = await service.project(project, ['items:read', 'items:write', 'settings']);
    return new ProjectFeeds(service, project, key);
  }

  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown) {
    return this.#service.ask<T>(method, path, { key: this.#key, ...(body === undefined ? {} : { body }) });
  }

  get path(): string {
    return `/api/projects/${this.#project}/feeds`;
  }

  async put(id: string, feed: object): Promise<void> {
    const { status, body } = await this.ask('PUT', `${this.path}/${id}`, { feed: { id, ...feed } });
    assert.equal(status, 200, JSON.stringify(body));
  }

  async start(id: string): Promise<string> {
    const { status, body } = await this.ask<{ task: { id: string } }>('POST', `${this.path}/${id}/run`);
    assert.equal(status, 202, JSON.stringify(body));
    return body.task.id;
  }

  async task(id: string): Promise<FeedRunTask | undefined> {
    const { body } = await this.ask<{ task?: FeedRunTask }>(
      'GET',
      `/api/tasks/${id}?project=${this.#project}`,
    );
    return body.task;
  }

  /** The task of a run that has ended. */
  async run(id: string): Promise<FeedRunTask> {
    return this.wait(await this.start(id));
  }

  async wait(id: string): Promise<FeedRunTask> {
    let task: FeedRunTask | undefined;
    await until('The run did not end', async () => {
      task = await this.task(id);
      return task !== undefined && task.status !== 'running';
    });
    return task!;
  }

  /** All items by id. */
  async export(): Promise<Map<string, Record<string, unknown>>> {
    const response = await fetch(`${this.#service.url}/api/items/export?project=${this.#project}`, {
      headers: { 'x-api-key': this.#key },
    });
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    const items = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return new Map(items.map((item) => [String(item['id']), item]));
  }
}

/** Counts of a run: created, updated, unchanged, removed, failed. */
export function countItems({ progress }: FeedRunTask): number[] {
  return ['created', 'updated', 'unchanged', 'removed', 'failed'].map((name) => progress[name] ?? 0);
}
