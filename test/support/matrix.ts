/**
 * Whether to run whole matrices, as `npm run test:all` does: each seed, each suite on each engine, each view by keyboard.
 * `npm test` runs representatives.
 */
export const isWhole = process.env['TEST_ALL'] === '1';

/** Options of a test that only `npm run test:all` runs, as others check its parts. */
export const wholeOnly: { readonly skip?: string } = isWhole ? {} : { skip: 'run by npm run test:all' };

/** `all` of a matrix, or `some` representatives. */
export const representative = <T>(some: T, all: T): T => (isWhole ? all : some);
