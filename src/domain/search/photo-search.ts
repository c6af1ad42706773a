import type { ProjectEngine } from '../../ports/engine.ts';
import type { TextQuery } from '../../ports/text.ts';
import type { PhotoResult } from '../../ports/vectors.ts';
import type { Crop, ImageEncoder } from '../../ports/vision.ts';
import { withRules } from '../rules/rules-in-force.ts';

/** A photo, and the part of it that is meant; null for what the service takes it to be. */
export interface Photo {
  readonly bytes: Uint8Array;
  readonly crop: Crop | null;
}

export interface PhotoSearchResult extends PhotoResult {
  /** The part of the photo that was searched by; null for the whole. */
  readonly part: Crop | null;
}

/** Searches by a photo under the rules in force at `now`, in milliseconds since 1970. */
export async function searchByPhoto(
  project: Pick<ProjectEngine, 'pictures' | 'text' | 'rules'>,
  encoder: ImageEncoder,
  { bytes, crop }: Photo,
  asked: TextQuery,
  now: number,
): Promise<PhotoSearchResult> {
  const query = withRules(project, asked, now);
  const feature = await encoder.embedQuery(bytes, crop);
  return { ...(await project.pictures.search(feature, query)), part: crop };
}
