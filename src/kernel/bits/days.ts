export const dayMs = 86_400_000;

/** The day of a time, both since 1970 in UTC; times in ms. */
export const toDay = (at: number): number => Math.floor(at / dayMs);
