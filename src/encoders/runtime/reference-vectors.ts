import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dot } from '../../kernel/vectors/vector-math.ts';
import type { ModelIdentity } from './model-identity.ts';

/**
 * The vectors that a vendored model has in the arithmetic of its file, without fused operators: `models/reference-vectors.json`, written
 * by `npm run reference-vectors`. They show whether a processor computes what the others compute.
 */
export type ReferenceVectors = ReadonlyMap<string, Float32Array>;

/** The file: by kind, the model's hash, and base64 of little-endian numbers by picture or text. */
export type ReferenceFile = Readonly<
  Record<
    ModelKind,
    {
      readonly sha256: string;
      readonly vectors: Readonly<Record<string, string>>;
      /** See `computeBlankFeature()`, with fused operators, as a process of the model computes it. */
      readonly blankFeature?: string;
    }
  >
>;

export type ModelKind = 'image' | 'text';

/**
 * The smallest cosine similarity of a vector with its reference. Fused operators round differently: pictures have .9992 and more, texts
 * .996 and more (most 1.0000). Where products saturate, pictures have .92 in the mean and .69 at worst, texts .989 to .994.
 */
export const referenceSimilarityMin = 0.995;

export const locateReferenceFile = (modelsDir: string): string => join(modelsDir, 'reference-vectors.json');

/** Returns null if there are none for this model. */
export async function readReferenceVectors(
  modelsDir: string,
  kind: ModelKind,
  { sha256 }: ModelIdentity,
): Promise<ReferenceVectors | null> {
  const stored = await readStored(modelsDir, kind, sha256);
  if (stored === null) return null;
  return new Map(
    Object.entries(stored.vectors).map(([input, encoded]) => [input, decodeNumbers(encoded)] as const),
  );
}

/** The blank feature of the image model with this hash; null if the file has none. */
export async function readBlankFeature(
  modelsDir: string,
  { sha256 }: ModelIdentity,
): Promise<Float32Array | null> {
  const encoded = (await readStored(modelsDir, 'image', sha256))?.blankFeature;
  return encoded === undefined ? null : decodeNumbers(encoded);
}

async function readStored(
  modelsDir: string,
  kind: ModelKind,
  sha256: string,
): Promise<ReferenceFile[ModelKind] | null> {
  const text = await readFile(locateReferenceFile(modelsDir), 'utf8').catch(() => null);
  if (text === null) return null;
  const { [kind]: stored } = JSON.parse(text) as Partial<ReferenceFile>;
  return stored?.sha256 === sha256 ? stored : null;
}

export function encodeNumbers(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

/**
 * Embeds the first input and compares the result with its reference vector. Returns their cosine similarity; null without reference
 * vectors, or if the picture cannot be read.
 */
export async function compareWithReference(
  references: ReferenceVectors | null,
  embed: (input: string) => Promise<Float32Array>,
): Promise<number | null> {
  const [first] = references ?? [];
  if (first === undefined) return null;
  const [input, reference] = first;
  try {
    return dot(await embed(input), 0, reference, 0, reference.length);
  } catch {
    return null;
  }
}

/** The warning about a model whose vectors differ from the reference vectors, or null if they do not. */
export function describeDifference(kind: ModelKind, similarity: number | null): string | null {
  if (similarity === null || similarity >= referenceSimilarityMin) return null;
  const rounded = similarity.toFixed(3);
  return `The ${kind} model computes other vectors on this processor (similarity ${rounded} to the reference, expected ${referenceSimilarityMin} or more): results may be worse, and other machines must not use its vectors`;
}

function decodeNumbers(encoded: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(encoded, 'base64')).buffer);
}
