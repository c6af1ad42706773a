import type { DatabaseSync } from 'node:sqlite';
import { decodeVector, encodeVector } from '../../kernel/vectors/vector-codec.ts';

/** Calibration samples that are stored per picture: of a catalog, 256 are used. */
export const samplesPerPicture = 2;

/**
 * Converts the vectors of pictures to eight bits per number, and drops samples beyond the first two: 5 kB a picture instead of 31. They
 * need not be computed again. The free pages stay in the file, for what is written next.
 */
export const convertPictureVectors = `
  UPDATE pictures SET feature = int8_vectors(feature, feature, 1), augmented = int8_vectors(augmented, feature, 1),
    probes = int8_vectors(probes, feature, ${samplesPerPicture}) WHERE feature IS NOT NULL;
  UPDATE pictures_before SET feature = int8_vectors(feature, feature, 1), augmented = int8_vectors(augmented, feature, 1),
    probes = int8_vectors(probes, feature, ${samplesPerPicture}) WHERE feature IS NOT NULL;
  UPDATE vectors_left SET feature = int8_vectors(feature, feature, 1), augmented = int8_vectors(augmented, feature, 1)
    WHERE feature IS NOT NULL;`;

/** Defines the function of `convertPictureVectors`: the first vectors of some, one after the other, as long as another one. */
export function defineVectorConversion(db: DatabaseSync): void {
  db.function('int8_vectors', { deterministic: true }, (vectors, one, count) => {
    if (!(vectors instanceof Uint8Array) || !(one instanceof Uint8Array)) return null;
    const { length } = decodeVector(one);
    return encodeVector(decodeVector(vectors).subarray(0, length * Number(count)), 'int8');
  });
}
