import type { Alert } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { resolveAlert, type AlertReading, type AlertSource } from './alert-source.ts';
import { dayMs } from '../../lib/days.ts';

const minuteMs = 60_000;
/** A shorter gap is not a silence. */
const silenceMsMin = 30 * minuteMs;
const stepMs = 10 * minuteMs;
/** A silence that began earlier opens no alert: the shop is not in use. */
const silenceMsMax = 7 * dayMs;
/** Number of earlier periods that a silence is compared with. */
const windowsMin = 3;
const windowsMax = 14;
const hourlyWindows = 24;
const eventsOfWindowMin = 5;
const eventsOfWindowMedian = 20;
/** Newest rows of a project's log that are read: some 50 ms, once per silence. */
const rowsMax = 50_000;
/** Time without new events after which the log is read. */
const unchangedMs = 5 * minuteMs;
/** A project with more events is never closed as idle. */
const closableEventsMax = 20_000;

interface Silence {
  /** The time of the last event. */
  readonly since: number;
  /** The time at which it becomes an alert, or null if the flow is not steady enough to tell. */
  readonly raisedAt: number | null;
  /** Events that are usual in this time. */
  readonly usual: number;
}

interface ProjectState {
  readonly events: number;
  readonly changedAt: number;
  /** Undefined means that it is not computed yet. */
  silence: Silence | null | undefined;
}

/** Alerts when a steady flow of events stops. Simulated shops, whose events end, are exempt. */
export class EventSilence implements AlertSource {
  readonly kind = 'events_stopped';
  readonly everyMs = minuteMs;
  readonly #isSimulated: (project: ProjectEngine) => boolean;
  readonly #states = new WeakMap<ProjectEngine, ProjectState>();

  constructor(isSimulated: (project: ProjectEngine) => boolean) {
    this.#isSimulated = isSimulated;
  }

  read(project: ProjectEngine, [open]: readonly Alert[], now: number): readonly AlertReading[] {
    const events = project.events.count();
    const previous = this.#states.get(project);
    if (previous === undefined) {
      // The silence may have begun before the project was opened.
      return this.#judge(project, { events, changedAt: now, silence: undefined }, open, now);
    }
    if (previous.events !== events) {
      this.#states.set(project, { events, changedAt: now, silence: undefined });
      return events > previous.events && open !== undefined ? [resolveAlert()] : [];
    }
    if (now - previous.changedAt < unchangedMs && previous.silence === undefined) return [];
    return this.#judge(project, previous, open, now);
  }

  computeDueTime(project: ProjectEngine): number | null {
    const state = this.#states.get(project);
    // A project without a state was just opened: only its log tells.
    if (state !== undefined) return state.silence?.raisedAt ?? null;
    const events = project.events.count();
    if (events > closableEventsMax) return null;
    return this.#computeSilence(project, { events, changedAt: 0, silence: undefined })?.raisedAt ?? null;
  }

  #judge(
    project: ProjectEngine,
    state: ProjectState,
    open: Alert | undefined,
    now: number,
  ): readonly AlertReading[] {
    const silence = this.#computeSilence(project, state);
    if (silence === null) return [];
    if (open !== undefined) return silence.since > open.openedAt ? [resolveAlert()] : [];
    const { since, raisedAt, usual } = silence;
    if (raisedAt === null || now < raisedAt || now - since > silenceMsMax) return [];
    const minutes = Math.floor((now - since) / minuteMs);
    return [
      {
        subject: '',
        isRaised: true,
        detail: `No events for ${minutes} minutes; about ${usual} are usual at this time`,
        figures: { lastEventAt: since, usualEvents: usual },
      },
    ];
  }

  #computeSilence(project: ProjectEngine, state: ProjectState): Silence | null {
    if (state.silence === undefined)
      state.silence = this.#isSimulated(project)
        ? null
        : measureEventSilence(project.events.recentTimes(rowsMax));
    this.#states.set(project, state);
    return state.silence;
  }
}

/**
 * Finds when the silence after the last event is an alert. It is compared with the same hours of the 3 to 14 days before. Where the newest
 * rows cover fewer days, as with millions of events, it is compared with the 24 equally long periods before it. Each of these must
 * have at least 5 events, and half of them 20.
 * @param times ascending; `isAll` tells whether the project has no older events
 */
export function measureEventSilence({
  times,
  isAll,
}: {
  readonly times: Float64Array;
  readonly isAll: boolean;
}): Silence | null {
  const since = times.at(-1);
  if (since === undefined) return null;
  for (let silence = silenceMsMin; silence <= dayMs; silence += stepMs) {
    const windows = countWindowsBefore(times, isAll, since, silence).sort((a, b) => a - b);
    const usual = windows[windows.length >> 1] ?? 0;
    if (windows.length >= windowsMin && windows[0]! >= eventsOfWindowMin && usual >= eventsOfWindowMedian)
      return { since, raisedAt: since + silence, usual };
  }
  return { since, raisedAt: null, usual: 0 };
}

/** Counts the events of earlier periods as long as the silence. */
function countWindowsBefore(times: Float64Array, isAll: boolean, since: number, silence: number): number[] {
  const days = Math.min(windowsMax, Math.floor((since - times[0]!) / dayMs));
  const isDaily = days >= windowsMin;
  if (!isDaily && isAll) return [];
  const shift = isDaily ? dayMs : silence;
  const count = isDaily ? days : hourlyWindows;
  const windows: number[] = [];
  for (let i = 1; i <= count; i++) {
    const from = since - i * shift;
    if (from < times[0]!) break;
    // The last event itself is at the end of the period before the silence.
    windows.push(countUpTo(times, from + silence) - countUpTo(times, from));
  }
  return isDaily || windows.length === hourlyWindows ? windows : [];
}

/** Events up to a time, by binary search. */
function countUpTo(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
