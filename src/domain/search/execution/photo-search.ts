import type { ProjectEngine } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { TextQuery } from '../../../ports/text.ts';
import type { PhotoResult, Pictures } from '../../../ports/pictures.ts';
import type { Crop, ImageEncoder } from '../../../ports/vision.ts';
import { withRules } from '../../rules/active-rules.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** Below this similarity of the nearest item, regions of the photo are tried. */
const wholeScoreMin = 0.3;
/** Minimum gain of a region over the whole photo: the best of several views is always slightly more similar. */
const partGainMin = 0.1;

/** A photo with an optional crop; null: the service chooses the region. */
export interface QueryPhoto {
  readonly bytes: Uint8Array;
  readonly crop: Crop | null;
  /** Clients are served in turn. */
  readonly client: string;
}

/** The image feature to search by. */
export interface PhotoView {
  readonly feature: Float32Array;
  /** Null for the whole photo. */
  readonly part: Crop | null;
}

export type PhotoSearchResult = PhotoResult & Pick<PhotoView, 'part'>;

/** An encoder of photos. */
export type PhotoEncoder = Pick<ImageEncoder, 'model' | 'embedQuery' | 'embedRegions'>;

/**
 * Searches by a photo under the rules that are active at `now` (ms since 1970). With a query, searches among its keyword or
 * semantic matches; without any, falls back to the photo alone.
 */
export async function searchByPhoto(
  project: Pick<ProjectEngine, 'pictures' | 'text' | 'rules' | 'settings' | 'textEmbeddings'>,
  { encoders, queryEmbeddings }: { encoders: readonly PhotoEncoder[]; queryEmbeddings: QueryEmbeddings },
  photo: QueryPhoto,
  asked: TextQuery,
  now: number,
): Promise<PhotoSearchResult> {
  const [first, { query }] = await Promise.all([
    servedView(encoders, project.pictures, photo),
    queryEmbeddings.withEmbedding(project, withRules(project, asked, now), photo.client),
  ]);
  // The pictures may have switched to another model while the query was embedded.
  const view =
    first.model === project.pictures.model ? first : await servedView(encoders, project.pictures, photo);
  const { feature, part } = view;
  const found = await project.pictures.search(feature, query);
  const { words } = project.text.queryAnalyzer.analyze(query.text, query.language);
  const isAsked = query.limit > 0 && query.offset === 0 && words.length > 0;
  if (found.total > 0 || found.confidence === 'out_of_catalog' || !isAsked) return { ...found, part };
  if (project.settings.effective().search.zeroResultsFallback === 'none') return { ...found, part };
  const alone = await project.pictures.search(feature, withRules(project, { ...asked, text: '' }, now));
  return { ...alone, part, fallback: alone.total === 0 ? found.fallback : 'words_dropped' };
}

/** Embeds a photo with the serving model. `encoders`: target model first; its error is reported if none serves. */
async function servedView(
  encoders: readonly PhotoEncoder[],
  pictures: Pick<Pictures, 'bestMatch' | 'model'>,
  photo: QueryPhoto,
): Promise<PhotoView & { model: string }> {
  for (;;) {
    const { model } = pictures;
    const encoder = encoders.find((candidate) => candidate.model === model) ?? encoders[0];
    if (encoder === undefined) throw new VitrineError('vision_unavailable', 'There is no image model');
    const isServing = (): boolean => pictures.model === model;
    const look: Pictures['bestMatch'] = (feature) =>
      isServing() ? pictures.bestMatch(feature) : { score: 1, confidence: 'low' };
    const view = await photoViewOf(encoder, { bestMatch: look }, photo);
    // Retried once if the target model started to serve in the meantime, which happens once per model.
    if (isServing()) return { ...view, model };
  }
}

/** The requested crop; otherwise the whole photo, or a region proposal if the whole resembles nothing and the region does. */
export async function photoViewOf(
  encoder: Pick<ImageEncoder, 'embedQuery' | 'embedRegions'>,
  pictures: Pick<Pictures, 'bestMatch'>,
  { bytes, crop, client }: QueryPhoto,
): Promise<PhotoView> {
  let best: PhotoView = { feature: await encoder.embedQuery(bytes, crop, client), part: crop };
  if (crop !== null) return best;
  const whole = pictures.bestMatch(best.feature);
  if (whole.score >= wholeScoreMin) return best;
  let scoreMin = whole.score + partGainMin;
  for (const view of await encoder.embedRegions(bytes, client)) {
    const { score, confidence } = pictures.bestMatch(view.feature);
    if (score <= scoreMin || confidence === 'out_of_catalog') continue;
    best = view;
    scoreMin = score;
  }
  return best;
}
