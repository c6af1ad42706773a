import { Pool } from 'undici';
import type { RunningService } from '../../test/support/service.ts';

/** A client with persistent connections that also reads the service's metrics. */
export class BenchClient {
  readonly #service: RunningService;
  readonly #key: string;
  readonly #pool: Pool;

  constructor(service: RunningService, key: string, connections = 16) {
    this.#service = service;
    this.#key = key;
    this.#pool = new Pool(service.url, { connections, pipelining: 1 });
  }

  async ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const { statusCode, body: answer } = await this.#pool.request({
      method,
      path,
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async raw(path: string, contentType: string, body: Uint8Array): Promise<Record<string, unknown>> {
    const { statusCode, body: answer } = await this.#pool.request({
      method: 'POST',
      path,
      headers: { 'x-api-key': this.#key, 'content-type': contentType },
      body,
    });
    if (statusCode >= 300) throw new Error(`POST ${path}: ${statusCode} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** CPU seconds and resident bytes of the service. */
  async meters(): Promise<{ cpuSeconds: number; memoryBytes: number }> {
    const text = await (await fetch(`${this.#service.url}/metrics`)).text();
    const value = (name: string): number =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    return {
      cpuSeconds: value('vitrine_process_cpu_seconds_total'),
      memoryBytes: value('vitrine_process_resident_memory_bytes'),
    };
  }

  /** Sends requests in a closed loop and returns latency, CPU and throughput. */
  async load(
    concurrency: number,
    count: number,
    send: (index: number) => Promise<unknown>,
  ): Promise<LoadFigures> {
    const times: number[] = [];
    let next = 0;
    const before = await this.meters();
    const started = performance.now();
    const worker = async (): Promise<void> => {
      while (next < count) {
        const index = next++;
        const sentAt = performance.now();
        await send(index);
        times.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    const seconds = (performance.now() - started) / 1000;
    const after = await this.meters();
    times.sort((a, b) => a - b);
    const at = (share: number): number =>
      times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
    return {
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / count,
      perSecond: count / seconds,
    };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

export interface LoadFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the service per request, over all threads. */
  readonly cpuMs: number;
  readonly perSecond: number;
}
