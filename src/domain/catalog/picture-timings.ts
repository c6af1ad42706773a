import type { ProjectEngine } from '../../ports/engine.ts';

/** Maximum remembered hosts of a project; the one without a picture for the longest time is evicted. */
const hostsMax = 200;
/** The newest picture counts at least this much in an average, so that a host that became slow or fast is noticed. */
const newestShare = 1 / 20;

/** How long the pictures of a host take, on average. */
export interface PictureHostTimes {
  readonly host: string;
  /** Pictures so far. */
  readonly pictures: number;
  readonly fetchMs: number;
  /** With the wait for the process that decodes them. */
  readonly embedMs: number;
  readonly bytes: number;
}

/** One picture; `embedMs` null: its feature was known. */
interface PictureTimes {
  readonly fetchMs: number;
  readonly embedMs: number | null;
  readonly bytes: number;
}

/** The times of pictures by project and host, in this process since its start. */
export class PictureTimings {
  readonly #hosts = new WeakMap<Pick<ProjectEngine, 'id'>, Map<string, PictureHostTimes>>();

  record(project: Pick<ProjectEngine, 'id'>, host: string, { fetchMs, embedMs, bytes }: PictureTimes): void {
    const hosts = this.#hosts.get(project) ?? new Map<string, PictureHostTimes>();
    this.#hosts.set(project, hosts);
    const known = hosts.get(host) ?? { host, pictures: 0, fetchMs: 0, embedMs: embedMs ?? 0, bytes: 0 };
    hosts.delete(host);
    if (hosts.size >= hostsMax) hosts.delete(hosts.keys().next().value!);
    const pictures = known.pictures + 1;
    const share = Math.max(1 / pictures, newestShare);
    const averaged = (before: number, now: number): number => before + share * (now - before);
    hosts.set(host, {
      host,
      pictures,
      fetchMs: averaged(known.fetchMs, fetchMs),
      embedMs: averaged(known.embedMs, embedMs ?? known.embedMs),
      bytes: averaged(known.bytes, bytes),
    });
  }

  /** The hosts whose pictures take longest. */
  slowest(project: Pick<ProjectEngine, 'id'>, countMax: number): readonly PictureHostTimes[] {
    const hosts = [...(this.#hosts.get(project)?.values() ?? [])];
    const total = ({ fetchMs, embedMs }: PictureHostTimes): number => fetchMs + embedMs;
    return hosts.sort((a, b) => total(b) - total(a)).slice(0, countMax);
  }
}
