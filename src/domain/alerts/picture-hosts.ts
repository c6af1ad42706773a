import type { Alert } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { resolveAlert, type AlertReading, type AlertSource } from './alert-source.ts';

const minuteMs = 60_000;
/** A host that responds to nothing for this long is down. */
const downMsMin = 10 * minuteMs;
const failuresMin = 3;
/** Time after the last attempt from which the pictures of a host are not needed, or have failed for good. */
const untriedMsMax = 24 * 60 * minuteMs;
/** Maximum remembered hosts of a project; the least recently tried host is evicted. */
const hostsMax = 1_000;

interface HostHealth {
  /** The first of the failures since the last response; null if it responds. */
  failingSince: number | null;
  failures: number;
  triedAt: number;
}

/** Hosts of pictures that do not respond, by project. */
export class PictureHosts implements AlertSource {
  readonly kind = 'picture_host_down';
  readonly everyMs = 0;
  readonly #hosts = new WeakMap<ProjectEngine, Map<string, HostHealth>>();

  /** Call after each download from a host, or where its circuit breaker is open. `responded` is true for any reply. */
  recordDownload(project: ProjectEngine, host: string, responded: boolean, now: number): void {
    const hosts = this.#hosts.get(project) ?? new Map<string, HostHealth>();
    this.#hosts.set(project, hosts);
    const state = hosts.get(host);
    hosts.delete(host);
    if (hosts.size >= hostsMax) hosts.delete(hosts.keys().next().value!);
    hosts.set(host, {
      failingSince: responded ? null : (state?.failingSince ?? now),
      failures: responded ? 0 : (state?.failures ?? 0) + 1,
      triedAt: now,
    });
  }

  read(project: ProjectEngine, open: readonly Alert[], now: number): readonly AlertReading[] {
    const hosts = this.#hosts.get(project) ?? new Map<string, HostHealth>();
    const readings: AlertReading[] = [];
    for (const [host, { failingSince, failures, triedAt }] of hosts) {
      if (failingSince === null || triedAt - failingSince < downMsMin || failures < failuresMin) continue;
      if (now - triedAt > untriedMsMax) continue;
      const minutes = Math.floor((triedAt - failingSince) / minuteMs);
      readings.push({
        subject: host,
        isRaised: true,
        detail: `The picture host ${host} has not responded for ${minutes} minutes`,
        figures: { since: failingSince, attempts: failures },
      });
    }
    for (const { subject, openedAt } of open) {
      const health = hosts.get(subject);
      const isUntried = now - Math.max(openedAt, health?.triedAt ?? 0) > untriedMsMax;
      if (health?.failingSince === null || isUntried) readings.push(resolveAlert(subject));
    }
    return readings;
  }
}
