import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { measureEventSilence } from './event-silence.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const end = Date.UTC(2026, 0, 20, 15);

/** Events of the days up to `end`, by their rate per hour at each time. */
function flow(days: number, perHour: (hour: number) => number, seed = 1): Float64Array {
  const random = createRandom(seed);
  const times: number[] = [];
  for (let time = end - days * dayMs; time <= end; time += minuteMs) {
    const rate = perHour(new Date(time).getUTCHours()) / 60;
    for (let chance = rate; chance > 0; chance--) if (random() < chance) times.push(time);
  }
  return Float64Array.from(times);
}

const all = (times: Float64Array) => ({ times, isAll: true });
/** Minutes of silence until the alert; null: none. */
const minutes = (silence: ReturnType<typeof measureEventSilence>): number | null =>
  silence?.raisedAt == null ? null : (silence.raisedAt - silence.since) / minuteMs;

void test('measureEventSilence() waits the longer, the fewer events are usual', () => {
  assert.equal(minutes(measureEventSilence(all(flow(14, () => 600)))), 30);
  const slow = minutes(measureEventSilence(all(flow(14, () => 12))))!;
  assert.ok(slow >= 90 && slow <= 150, String(slow));
  assert.equal(minutes(measureEventSilence(all(flow(14, () => 0.3)))), null, 'seven events per day');
});

void test('measureEventSilence() knows quiet nights by the days before', () => {
  // Open from 8 to 22 o'clock: the last event is at 22.
  const times = flow(10, (hour) => (hour >= 8 && hour < 22 ? 120 : 0)).filter(
    (time) => time < end - dayMs + 7 * 60 * minuteMs,
  );
  const silence = measureEventSilence(all(times));
  const raised = new Date(silence!.raisedAt!);
  assert.equal(raised.getUTCHours(), 8, raised.toISOString());
});

void test('measureEventSilence() needs three days of history, or enough events just before where older ones are not read', () => {
  const twoDays = flow(2.5, () => 120);
  assert.equal(minutes(measureEventSilence(all(twoDays))), null);
  assert.equal(minutes(measureEventSilence({ times: twoDays, isAll: false })), 30);
  assert.equal(minutes(measureEventSilence(all(flow(3.5, () => 120)))), 30);
  // Bursts with pauses of hours are no steady flow.
  const bursts = flow(2.5, (hour) => (hour % 4 === 0 ? 600 : 0));
  assert.equal(minutes(measureEventSilence({ times: bursts, isAll: false })), null);
  assert.equal(measureEventSilence(all(new Float64Array())), null);
});

void test('measureEventSilence() raises no alert on pauses of a random flow of a small shop', () => {
  let alarms = 0;
  for (let seed = 1; seed <= 50; seed++) {
    const times = flow(12, (hour) => (hour >= 6 ? 40 : 8), seed);
    for (
      let last = times.findIndex((time) => time > times[0]! + 5 * dayMs);
      last < times.length - 1;
      last++
    ) {
      const gap = times[last + 1]! - times[last]!;
      if (gap < 15 * minuteMs) continue;
      const raisedIn = minutes(measureEventSilence(all(times.slice(0, last + 1))));
      if (raisedIn !== null && raisedIn * minuteMs <= gap) alarms++;
    }
  }
  assert.equal(alarms, 0);
});
