/**
 * Whether whole matrices are run, as by `npm run test:all`: each seed, each suite on each engine, each view by keyboard. `npm test`
 * runs a representative of each.
 */
export const isWhole = process.env['VITRINE_TEST_ALL'] === '1';

/** `all` of a matrix, or `some` that stand for it. */
export const representative = <T>(some: T, all: T): T => (isWhole ? all : some);
