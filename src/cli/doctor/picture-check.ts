import type { PictureHostTimes } from '../../domain/catalog/picture-timings.ts';
import { createPassedCheck, warn, type DoctorCheck } from './doctor-check.ts';

/** Failed pictures of one host. */
export interface HostFailures {
  readonly project: string;
  readonly host: string;
  readonly count: number;
  /** Code of the most frequent error. */
  readonly code: string;
}

const hostsShown = 5;
/** An average of fewer pictures says little. */
const picturesMin = 5;
/** Four pictures of a project at a time: with this average, 10,000 pictures take an hour and a half. */
const slowMs = 2_000;

/** Hosts with pictures that fail, most failures first. */
export function checkPictureHosts(failures: readonly HostFailures[]): DoctorCheck {
  if (failures.length === 0) return createPassedCheck('pictures', 'no failed pictures');
  const shown = failures
    .slice(0, hostsShown)
    .map(({ project, host, count, code }) => `${count} of ${host || 'no host'} (${project}, ${code})`);
  const more = failures.length > hostsShown ? `, and ${failures.length - hostsShown} more` : '';
  return warn(
    'pictures',
    `failed: ${shown.join(', ')}${more}`,
    'Open the project in the console: Retry pictures, once their hosts respond and the addresses are right',
  );
}

/** Hosts whose pictures take long to fetch or to decode, slowest first. */
export function checkSlowPictures(
  times: readonly (PictureHostTimes & { readonly project: string })[],
): DoctorCheck {
  const slow = times
    .filter(
      ({ pictures, fetchMs, embedMs }) => pictures >= picturesMin && Math.max(fetchMs, embedMs) >= slowMs,
    )
    .sort((a, b) => b.fetchMs + b.embedMs - a.fetchMs - a.embedMs);
  if (slow.length === 0) return createPassedCheck('picture hosts', 'none is slow');
  const shown = slow.slice(0, hostsShown).map(({ project, host, fetchMs, embedMs, bytes }) => {
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    return `${host} (${project}): ${formatSeconds(fetchMs)} to fetch, ${formatSeconds(embedMs)} to decode, ${size}`;
  });
  const more = slow.length > hostsShown ? `; and ${slow.length - hostsShown} more` : '';
  const isSlowToFetch = slow.some(({ fetchMs }) => fetchMs >= slowMs);
  return warn(
    'picture hosts',
    `slow, per picture: ${shown.join('; ')}${more}`,
    isSlowToFetch
      ? 'Use a faster host or a content delivery network, and pictures of about 1,000 pixels'
      : 'Use pictures of about 1,000 pixels. If they are small, the image process has no core to itself',
  );
}

const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
