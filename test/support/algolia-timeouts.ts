/** How long clients of version 5 wait, in ms: longer than by default, as a machine may be slow. */
export const timeouts = { connect: 60_000, read: 60_000, write: 60_000 };

/** Of version 4, in seconds. */
export const timeouts4 = { connect: 60, read: 60, write: 60 };
