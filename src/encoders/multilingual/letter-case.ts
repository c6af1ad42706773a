import { l2Normalise } from '../../kernel/vectors/vector-math.ts';

/**
 * The forms of a query to embed, whose mean is its vector. The model tells capital letters apart, and shoppers do not type them: German
 * nouns in lower case find half as many names again in the wrong place. `language` is the language of the text, if it is known.
 */
export function listCaseForms(text: string, language: string | undefined): readonly string[] {
  const lower = text.toLowerCase();
  const title = capitaliseWords(lower);
  if (language === 'de') return [title];
  return language === undefined && title !== lower ? [lower, title] : [lower];
}

/** A name as it is embedded: one in capital letters alone says little to the model. */
export function normaliseNameCase(name: string): string {
  return name === name.toUpperCase() ? capitaliseWords(name.toLowerCase()) : name;
}

/** The mean of vectors of length 1, at length 1. */
export function averageVectors(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]!;
  return l2Normalise(mean);
}

function capitaliseWords(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{M}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}
