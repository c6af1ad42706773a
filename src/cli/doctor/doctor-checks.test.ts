import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tmpdir } from 'node:os';
import { formatChecks, type DoctorCheck } from './doctor-check.ts';
import {
  checkCertificate,
  checkClock,
  checkDisk,
  checkFolderClock,
  checkNode,
} from './environment-checks.ts';
import { checkPictureHosts, checkSlowPictures } from './picture-check.ts';

const said = ({ state, detail }: DoctorCheck): string => `${state}: ${detail}`;
const now = Date.UTC(2026, 0, 31);

test('checkNode() fails below Node.js 24', () => {
  assert.equal(said(checkNode('24.0.0')), 'ok: 24.0.0');
  assert.equal(checkNode('22.19.0').state, 'fail');
});

test('checkClock() warns above ten seconds and fails above five minutes, in both directions', () => {
  const by = (ms: number): string => said(checkClock('the service', now, now + ms));
  assert.equal(by(10_000), 'ok: within 10 s of the service');
  assert.equal(by(10_001), 'warn: 10 s ahead of the service');
  assert.equal(by(-10_001), 'warn: 10 s behind the service');
  assert.equal(by(300_000), 'warn: 300 s ahead of the service');
  assert.equal(by(-300_001), 'fail: 300 s behind the service');
});

test('checkFolderClock() notices a clock behind the last write, not one after it', () => {
  assert.equal(checkFolderClock(now - 86_400_000, now).state, 'ok');
  assert.equal(checkFolderClock(now + 60_000, now).state, 'warn');
  assert.equal(checkFolderClock(now + 600_000, now).state, 'fail');
});

test('checkCertificate() warns a month before the end, and fails after it', () => {
  const days = (count: number): DoctorCheck => checkCertificate('CA', now + count * 86_400_000, now);
  assert.equal(said(days(30)), 'ok: CA expires in 30 days');
  assert.equal(said(days(29)), 'warn: CA expires in 29 days');
  assert.equal(said(days(0)), 'fail: CA has expired');
});

test('checkDisk() warns without space for the databases twice', () => {
  assert.equal(checkDisk(tmpdir(), 1e18).state, 'warn');
  assert.match(checkDisk(`${tmpdir()}/not/there`, 0).detail, /GB free, databases 0 MB$/);
});

test('checkPictureHosts() lists the hosts with most failures', () => {
  assert.equal(checkPictureHosts([]).state, 'ok');
  const failures = Array.from({ length: 6 }, (_, i) => ({
    project: 'shop',
    host: `cdn${i}.example`,
    count: 9 - i,
    code: 'timeout',
  }));
  const { state, detail } = checkPictureHosts(failures);
  assert.equal(state, 'warn');
  assert.match(detail, /^failed: 9 of cdn0\.example \(shop, timeout\), .*, and 1 more$/);
});

test('formatChecks() aligns names and hints', () => {
  const checks: DoctorCheck[] = [
    { name: 'node', state: 'ok', detail: '24', hint: null },
    { name: 'backup', state: 'fail', detail: 'none', hint: 'Set it' },
  ];
  assert.deepEqual(formatChecks(checks), ['ok    node    24', 'FAIL  backup  none', '              Set it']);
});

test('checkSlowPictures() lists the hosts whose pictures take two seconds or more, slowest first, with advice', () => {
  const times = (host: string, fetchMs: number, embedMs = 50, pictures = 5) => ({
    project: 'shop',
    host,
    pictures,
    fetchMs,
    embedMs,
    bytes: 2_400_000,
  });
  assert.equal(said(checkSlowPictures([])), 'ok: none is slow');
  assert.equal(checkSlowPictures([times('a', 1_999), times('b', 60_000, 50, 4)]).state, 'ok');
  const slow = checkSlowPictures([times('a', 2_000), times('b', 3_000)]);
  assert.equal(
    said(slow),
    'warn: slow, per picture: b (shop): 3.0 s to fetch, 0.1 s to decode, 2.4 MB; a (shop): 2.0 s to fetch, 0.1 s to decode, 2.4 MB',
  );
  assert.match(String(slow.hint), /faster host/);
  assert.match(
    String(checkSlowPictures([times('a', 100, 2_000)]).hint),
    /^Use pictures of about 1,000 pixels/,
  );
  const many = checkSlowPictures(Array.from({ length: 6 }, (_, i) => times(`cdn${i}`, 3_000)));
  assert.match(many.detail, /; and 1 more$/);
});
