import type { ProjectEngine } from '../../ports/engine.ts';

/** Maximum remembered hosts of a project; the one without a picture for the longest time is evicted. */
const hostsMax = 200;
/** The newest picture counts at least this much in an average, so that a host that became slow or fast is noticed. */
const newestShare = 1 / 20;

/** Average time per picture of a host. */
export interface PictureHostTimes {
  readonly host: string;
  /** Pictures so far. */
  readonly pictures: number;
  readonly fetchMs: number;
  /** Mean of those that were embedded, with the wait for the process that decodes them; 0 if none was. */
  readonly embedMs: number;
  readonly bytes: number;
}

interface HostAverages extends Omit<PictureHostTimes, 'host'> {
  /** Pictures that were embedded. */
  readonly embedded: number;
}

const noPictures: HostAverages = { pictures: 0, embedded: 0, fetchMs: 0, embedMs: 0, bytes: 0 };

/** One picture; `embedMs` null means that its feature was known. */
interface PictureTimes {
  readonly fetchMs: number;
  readonly embedMs: number | null;
  readonly bytes: number;
}

/** The times of pictures by project and host, in this process since its start. */
export class PictureTimings {
  readonly #hosts = new WeakMap<Pick<ProjectEngine, 'id'>, Map<string, HostAverages>>();

  record(project: Pick<ProjectEngine, 'id'>, host: string, { fetchMs, embedMs, bytes }: PictureTimes): void {
    const hosts = this.#hosts.get(project) ?? new Map<string, HostAverages>();
    this.#hosts.set(project, hosts);
    const timings = hosts.get(host) ?? noPictures;
    hosts.delete(host);
    if (hosts.size >= hostsMax) hosts.delete(hosts.keys().next().value!);
    const pictures = timings.pictures + 1;
    const embedded = timings.embedded + (embedMs === null ? 0 : 1);
    hosts.set(host, {
      pictures,
      embedded,
      fetchMs: updateAverage(timings.fetchMs, fetchMs, pictures),
      embedMs: embedMs === null ? timings.embedMs : updateAverage(timings.embedMs, embedMs, embedded),
      bytes: updateAverage(timings.bytes, bytes, pictures),
    });
  }

  /** The hosts whose pictures take longest. */
  listSlowest(project: Pick<ProjectEngine, 'id'>, countMax: number): readonly PictureHostTimes[] {
    const hosts = [...(this.#hosts.get(project) ?? [])].map(
      ([host, { pictures, fetchMs, embedMs, bytes }]) => ({ host, pictures, fetchMs, embedMs, bytes }),
    );
    const sumTimes = ({ fetchMs, embedMs }: PictureHostTimes): number => fetchMs + embedMs;
    return hosts.sort((a, b) => sumTimes(b) - sumTimes(a)).slice(0, countMax);
  }
}

/** The average of `count` values, of which `newest` is the last one. */
function updateAverage(before: number, newest: number, count: number): number {
  return before + Math.max(1 / count, newestShare) * (newest - before);
}
