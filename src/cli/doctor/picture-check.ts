import { ok, warn, type DoctorCheck } from './doctor-check.ts';

/** Failed pictures of one host. */
interface HostFailures {
  readonly project: string;
  readonly host: string;
  readonly count: number;
  /** Of the most frequent error. */
  readonly code: string;
}

const hostsShown = 5;

/** Hosts that are slow or fail, most failures first. */
export function pictureCheck(failures: readonly HostFailures[]): DoctorCheck {
  if (failures.length === 0) return ok('pictures', 'no failed pictures');
  const shown = failures
    .slice(0, hostsShown)
    .map(({ project, host, count, code }) => `${count} of ${host || 'no host'} (${project}, ${code})`);
  const more = failures.length > hostsShown ? `, and ${failures.length - hostsShown} more hosts` : '';
  return warn(
    'pictures',
    `failed: ${shown.join(', ')}${more}`,
    'Open the project in the console: Retry pictures, once their hosts respond and the addresses are right',
  );
}
