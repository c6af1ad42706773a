import { blurPicture, type GreyPicture, halvePicture } from './grey-picture.ts';
import { pow } from '../../math/power.ts';

/** Pictures of one size, each more blurred than the one before. */
export interface Octave {
  /** Pixels of the original per pixel of this octave. */
  readonly pixelSize: number;
  /** `scalesPerOctave` + 3 levels. */
  readonly levels: readonly GreyPicture[];
}

/** Scales at which keypoints are found in each octave. */
export const scalesPerOctave = 3;
/** The blur of the first level of each octave, in its pixels. */
const firstBlur = 1.6;
/** The blur that pictures are assumed to have. */
const originalBlur = 0.5;
/** The smallest side of an octave: smaller ones have no room for a descriptor. */
const octaveSideMin = 16;

/** The blur of a level, also between two levels, in pixels of its octave. */
export function computeBlur(level: number): number {
  return firstBlur * pow(2, level / scalesPerOctave);
}

/**
 * The Gaussian scale space of a picture, in octaves of half the size of the one before: Lowe, "Distinctive Image Features
 * from Scale-Invariant Keypoints", IJCV 2004, section 3. Empty for a picture with a side below 16 pixels.
 */
export function buildScaleSpace(picture: GreyPicture): Octave[] {
  const octaves: Octave[] = [];
  if (Math.min(picture.width, picture.height) < octaveSideMin) return octaves;
  let base = blurPicture(picture, Math.sqrt(firstBlur ** 2 - originalBlur ** 2));
  for (let pixelSize = 1; Math.min(base.width, base.height) >= octaveSideMin; pixelSize *= 2) {
    const levels = [base];
    for (let level = 1; level < scalesPerOctave + 3; level++) {
      const added = Math.sqrt(computeBlur(level) ** 2 - computeBlur(level - 1) ** 2);
      levels.push(blurPicture(levels[level - 1]!, added));
    }
    octaves.push({ pixelSize, levels });
    base = halvePicture(levels[scalesPerOctave]!);
  }
  return octaves;
}
