import { parseUtcTime } from './utc-time.ts';

/** Units of a count since 1970 in which programs write times. */
export type EpochUnit = 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';

const unitMs: Readonly<Record<EpochUnit, number>> = {
  seconds: 1_000,
  milliseconds: 1,
  microseconds: 1e-3,
  nanoseconds: 1e-6,
};
/** Below the first, no unit gives a time after 1973: such a number is milliseconds. The others are the year 5138 in each unit. */
const secondsMin = 1e8;
const unitEnds = [
  [1e11, 'seconds'],
  [1e14, 'milliseconds'],
  [1e17, 'microseconds'],
] as const;

/** The unit of a time since 1970, by its size: for times from 1973 to 5138, no number has two units. */
export function detectEpochUnit(time: number): EpochUnit {
  if (time < secondsMin) return 'milliseconds';
  return unitEnds.find(([end]) => time < end)?.[1] ?? 'nanoseconds';
}

/** A time since 1970 in whatever unit, in milliseconds. */
export function toMilliseconds(time: number): number {
  const unit = detectEpochUnit(time);
  return unit === 'milliseconds' ? time : Math.round(time * unitMs[unit]);
}

/** The number of a text that counts seconds, milliseconds, microseconds or nanoseconds; null for other texts, such as `20260301`. */
export function readEpochNumber(text: string): number | null {
  return /^\s*(?:\d{10}|\d{13}|\d{16}|\d{19})\s*$/.test(text) ? Number(text) : null;
}

/** Milliseconds since 1970 of a time as programs write it: since 1970 in whatever unit, or as {@link parseUtcTime} reads it. NaN means none. */
export function parseTime(time: number | string): number {
  const count = typeof time === 'number' ? time : readEpochNumber(time);
  return count === null ? parseUtcTime(String(time)) : toMilliseconds(count);
}
