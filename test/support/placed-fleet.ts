import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rankNodes } from '../../src/lib/rendezvous-hash.ts';
import { RunningService } from './service.ts';
import { until } from './until.ts';

interface FleetOptions {
  readonly copies: number;
  /** The variables of all processes, with their database. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Processes of a service that each hold some of its projects. */
export class PlacedFleet implements AsyncDisposable {
  readonly services: RunningService[] = [];
  readonly ids: string[] = [];
  readonly #options: FleetOptions;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  async start(environment: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const service = await RunningService.start({
      VITRINE_CLUSTER_COPIES: String(this.#options.copies),
      VITRINE_PROJECT_IDLE_SECONDS: '1',
      ...this.#options.environment,
      ...environment,
    });
    this.services.push(service);
    return service;
  }

  get running(): RunningService[] {
    return this.services.filter((service) => service.running);
  }

  /** The running processes that hold a project, in order. */
  holdersOf(id: string): RunningService[] {
    const members = new Map(this.running.map((service) => [memberId(service), service]));
    return rankNodes([...members.keys()], id, this.#options.copies).map((member) => members.get(member)!);
  }

  /** A running process that does not hold a project. */
  otherThanHolders(id: string): RunningService {
    const holders = this.holdersOf(id);
    const other = this.running.find((service) => !holders.includes(service));
    if (other === undefined) throw new Error(`All processes hold ${id}`);
    return other;
  }

  heldBy(service: RunningService): string[] {
    return this.ids.filter((id) => this.holdersOf(id).includes(service));
  }

  /** Resolves when every process has open what it holds, and nothing else. */
  async settled(): Promise<void> {
    for (const service of this.running)
      await until('A process does not hold its share of the projects', async () => {
        const held = this.heldBy(service).length;
        const { members, open, own } = await placementOf(service);
        return members === this.running.length && open === held && own === held;
      });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.services) await service[Symbol.asyncDispose]();
  }
}

/** The value of a metric of a process; NaN where it has none. */
export async function metric({ url }: RunningService, name: string): Promise<number> {
  return metricIn(await (await fetch(`${url}/metrics`)).text(), name);
}

async function placementOf({ url }: RunningService) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return {
    members: metricIn(text, 'cluster_members'),
    open: metricIn(text, 'projects_open'),
    own: metricIn(text, 'projects_held'),
  };
}

function metricIn(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`vitrine_${name} `));
  return Number(line?.split(' ').at(-1) ?? NaN);
}

function memberId({ dataDir }: RunningService): string {
  return readFileSync(join(dataDir, 'cluster', 'member-id'), 'utf8').trim();
}
