import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The judgements of two passes: whether a shopper would call the second product similar to the first. */
export type Judgement = readonly [first: boolean, second: boolean];

/** A product and a listed one, as the file of judgements names them. */
export function describePair(product: string, listed: string): string {
  return `${product}\t${listed}`;
}

/** Reads the judgements by pair. */
export function readJudgements(): Map<string, Judgement> {
  const lines = readFileSync(join(import.meta.dirname, 'judgements.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [product = '', listed = '', one, other] = line.split('\t');
      return [describePair(product, listed), [one === 'yes', other === 'yes'] as const];
    }),
  );
}
