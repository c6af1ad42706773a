const dayMs = 86_400_000;

/** A day, in days since 1970, as 2026-01-31. */
export const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
