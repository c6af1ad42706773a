export const dayMs = 86_400_000;

/** The day of a time, both since 1970 in UTC; times in ms. */
export const toDay = (at: number): number => Math.floor(at / dayMs);

/** A day, in days since 1970, as 2026-01-31. */
export const formatDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
