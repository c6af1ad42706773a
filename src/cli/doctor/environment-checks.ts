import { X509Certificate } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { connect } from 'node:tls';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import { dayMs } from '../../lib/days.ts';
import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import { fail, createPassedCheck, warn, type DoctorCheck } from './doctor-check.ts';

const nodeVersionMin = 24;
const megabyte = 1e6;
const freeBytesMin = 200 * megabyte;
const skewMsWarned = 10_000;
const skewMsMax = 5 * 60_000;
const certificateDaysWarned = 30;
const tlsMsMax = 5_000;

/** @param running such as `24.1.0` */
export function checkNode(running: string): DoctorCheck {
  if (Number(running.split('.', 1)[0]) >= nodeVersionMin) return createPassedCheck('node', running);
  return fail(
    'node',
    running,
    `Vitrine needs Node.js ${nodeVersionMin}: start it with npm start or npx vitrine`,
  );
}

/** The hint for a model whose vectors differ from its reference vectors. */
export const differentVectorsHint =
  'Run the service on a processor that computes the same vectors as others, and report this one (lscpu)';

/** Checks a model that a start loads. `off` says what its absence means, `isNeeded` whether its failure is an error. */
export function checkModel(
  name: string,
  status: EncoderStatus | null,
  { off, isNeeded }: { readonly off: string; readonly isNeeded: boolean },
): DoctorCheck {
  if (status === null) return createPassedCheck(name, `off: ${off}`);
  const { ready, detail, warning } = status;
  if (warning !== undefined) return warn(name, warning, differentVectorsHint);
  if (ready) return createPassedCheck(name, detail);
  return (isNeeded ? fail : warn)(
    name,
    detail,
    'Restore the file from the release, or check the name of the model',
  );
}

/** Checks the space for the next backup and the growth of the databases, which have `dataBytes` now. */
export function checkDisk(folder: string, dataBytes: number): DoctorCheck {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize, blocks } = statfsSync(existing);
  const [free, all] = [bavail * bsize, blocks * bsize];
  const detail = `${(free / 1e9).toFixed(1)} GB of ${(all / 1e9).toFixed(1)} GB free, databases ${(dataBytes / megabyte).toFixed(0)} MB`;
  if (free < freeBytesMin) return fail('disk', detail, 'Free space: on a full disk all writes fail');
  if (free < 2 * dataBytes || free < 5 * freeBytesMin)
    return warn('disk', detail, 'Free space: a backup or a rebuild may need as much as the databases twice');
  return createPassedCheck('disk', detail);
}

/** Compares the clock with another one, named `by`. Both times are in ms since 1970. */
export function checkClock(by: string, theirs: number, ours: number): DoctorCheck {
  const skewMs = ours - theirs;
  const detail = `${(Math.abs(skewMs) / 1_000).toFixed(0)} s ${skewMs < 0 ? 'behind' : 'ahead of'} ${by}`;
  const hint = 'Synchronise the clocks of all machines, for example with chrony';
  if (Math.abs(skewMs) > skewMsMax) return fail('clock', detail, hint);
  if (Math.abs(skewMs) > skewMsWarned) return warn('clock', detail, hint);
  return createPassedCheck('clock', `within ${skewMsWarned / 1_000} s of ${by}`);
}

/** Warns of a folder with a write in the future: the clock was set back, or another machine wrote it. */
export function checkFolderClock(writtenAt: number, now: number): DoctorCheck {
  if (writtenAt - now <= skewMsWarned) return createPassedCheck('clock', 'not behind the data folder');
  return checkClock('the last write in the data folder', writtenAt, now);
}

/** Checks the certificates of the cluster and of the public URL. */
export async function checkCertificates(
  { cluster, publicUrl }: Pick<Config, 'cluster' | 'publicUrl'>,
  now: number,
): Promise<DoctorCheck[]> {
  const { ca, certificate } = cluster?.tls ?? {};
  const files = [
    ['VITRINE_OPENSEARCH_CA', ca],
    ['VITRINE_OPENSEARCH_CERT', certificate],
  ] as const;
  const checks = files.flatMap(([name, pem]) =>
    pem === undefined ? [] : [checkCertificate(name, Date.parse(new X509Certificate(pem).validTo), now)],
  );
  if (publicUrl?.startsWith('https:') !== true) return checks;
  const { hostname, port } = new URL(publicUrl);
  try {
    const validTo = await readCertificateEnd(hostname, Number(port) || 443);
    return [...checks, checkCertificate(publicUrl, validTo, now)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint =
      'The proxy must serve VITRINE_PUBLIC_URL with a valid certificate; it may be unreachable from here';
    return [...checks, warn('certificate', `${publicUrl}: ${reason}`, hint)];
  }
}

/** @param validTo ms since 1970 */
export function checkCertificate(name: string, validTo: number, now: number): DoctorCheck {
  const days = Math.floor((validTo - now) / dayMs);
  const hint = 'Renew the certificate, and restart what uses it';
  if (validTo <= now) return fail('certificate', `${name} has expired`, hint);
  const detail = `${name} expires in ${days} days`;
  return days < certificateDaysWarned
    ? warn('certificate', detail, hint)
    : createPassedCheck('certificate', detail);
}

/** Reads when the certificate of a server expires, in ms since 1970. @throws Error if it is not valid, or the server is silent */
async function readCertificateEnd(host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ host, port, servername: host, timeout: tlsMsMax });
  socket.once('secureConnect', () => resolve(Date.parse(socket.getPeerCertificate().valid_to)));
  socket.once('timeout', () => reject(new Error(`no reply within ${tlsMsMax / 1_000} s`)));
  socket.once('error', reject);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
