import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { PictureHosts } from './picture-hosts.ts';

const minuteMs = 60_000;
/** Only its identity matters. */
const aProject = (): ProjectEngine => ({}) as ProjectEngine;
const open = (subject: string, openedAt: number): Alert[] => [{ subject, openedAt } as Alert];

void test('PictureHosts raises a host that did not respond for ten minutes, and resolves it at its next response', () => {
  const hosts = new PictureHosts();
  const project = aProject();
  for (const minute of [0, 5, 9]) hosts.recordDownload(project, 'cdn.example', false, minute * minuteMs);
  assert.deepEqual(hosts.read(project, [], 9 * minuteMs), []);
  hosts.recordDownload(project, 'cdn.example', false, 10 * minuteMs);
  hosts.recordDownload(project, 'fine.example', true, 10 * minuteMs);
  const [raised, ...others] = hosts.read(project, [], 11 * minuteMs);
  assert.deepEqual(others, []);
  assert.equal(raised!.subject, 'cdn.example');
  assert.equal(raised!.detail, 'The picture host cdn.example has not responded for 10 minutes');
  assert.deepEqual(hosts.read(aProject(), [], 11 * minuteMs), [], 'another project');
  hosts.recordDownload(project, 'cdn.example', true, 12 * minuteMs);
  const readings = hosts.read(project, open('cdn.example', 11 * minuteMs), 12 * minuteMs);
  assert.deepEqual(
    readings.map(({ subject, isRaised }) => [subject, isRaised]),
    [['cdn.example', false]],
  );
});

void test('PictureHosts raises nothing after two failures, however far apart', () => {
  const hosts = new PictureHosts();
  const project = aProject();
  for (const minute of [0, 30]) hosts.recordDownload(project, 'cdn.example', false, minute * minuteMs);
  assert.deepEqual(hosts.read(project, [], 30 * minuteMs), []);
});

void test('PictureHosts resolves a host that is not tried any more after a day', () => {
  const hosts = new PictureHosts();
  const project = aProject();
  const day = 24 * 60 * minuteMs;
  const resolvedAt = (now: number): boolean =>
    hosts.read(project, open('gone.example', 0), now).some(({ isRaised }) => !isRaised);
  assert.equal(resolvedAt(day), false);
  assert.equal(resolvedAt(day + 1), true);
});
