import type { ProjectEngine } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { TextQuery } from '../../../ports/text.ts';
import type { PhotoResult, Pictures } from '../../../ports/pictures.ts';
import type { Crop, ImageEncoder } from '../../../ports/vision.ts';
import { withRules } from '../../rules/active-rules.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** Below this likeness of the nearest item, parts of the photo are tried. */
const wholeScoreMin = 0.3;
/** So much more alike than the whole must a part be: the nearest to one of several views is always a little nearer. */
const partGainMin = 0.1;

/** A photo, and the part of it that is meant; null for what the service takes it to be. */
export interface QueryPhoto {
  readonly bytes: Uint8Array;
  readonly crop: Crop | null;
  /** Who searches: photos of one client wait for each other. */
  readonly client: string;
}

/** What a photo is searched by. */
export interface PhotoView {
  readonly feature: Float32Array;
  /** Null for the whole. */
  readonly part: Crop | null;
}

export type PhotoSearchResult = PhotoResult & Pick<PhotoView, 'part'>;

/** What photos are embedded by. */
export type PhotoEncoder = Pick<ImageEncoder, 'model' | 'embedQuery' | 'embedRegions'>;

/**
 * Searches by a photo under the rules in force at `now`, in milliseconds since 1970; with words, among what these find, or what is
 * meant by them. Where that is nothing, by the photo alone, and the fallback says so.
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
  // The pictures' vectors may have been exchanged while the words were asked for.
  const view =
    first.model === project.pictures.model ? first : await servedView(encoders, project.pictures, photo);
  const { feature, part } = view;
  const found = await project.pictures.search(feature, query);
  const isAsked = query.limit > 0 && query.offset === 0 && project.text.reader.words(query.text).length > 0;
  if (found.total > 0 || found.confidence === 'out_of_catalog' || !isAsked) return { ...found, part };
  if (project.settings.effective().search.zeroResultsFallback === 'none') return { ...found, part };
  const alone = await project.pictures.search(feature, withRules(project, { ...asked, text: '' }, now));
  return { ...alone, part, fallback: alone.total === 0 ? found.fallback : 'words_dropped' };
}

/** A photo by the model whose vectors serve. `encoders`: the wanted model's first, which says what is wrong where none serve. */
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
    // Where the wanted model's vectors took over meanwhile, once more: that happens once in the life of a model.
    if (isServing()) return { ...view, model };
  }
}

/** The part that was asked for; else the whole, or a likely part where the whole is like little and the part like something. */
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
