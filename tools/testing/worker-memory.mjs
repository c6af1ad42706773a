/** The memory of a test worker. One that has more ends, and another one takes the next files: what earlier files hold is not freed before. */
export const workerBytes = 1.8e9;
