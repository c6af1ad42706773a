export const dayMs = 86_400_000;

/** The day of a time in ms, both since 1970 in UTC. */
export const toDay = (at: number): number => Math.floor(at / dayMs);
