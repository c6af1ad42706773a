import type { ProjectView } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { FacetResult, TextQuery } from '../../../ports/search/text.ts';
import type { PhotoResult, Pictures } from '../../../ports/pictures/pictures.ts';
import type { Crop, ImageEncoder } from '../../../ports/pictures/vision.ts';
import { inSpan } from '../../../lib/tracing/span.ts';
import type { RuleOptions } from '../../rules/active-rules.ts';
import { arrangeFacets, type DisplayedFacets } from '../facets/facet-display.ts';
import { correctText, planQuery } from '../planning/plan-query.ts';
import type { PlannedProject, QueryOptions, QueryPlan } from '../planning/query-plan.ts';
import { ensureAnalysis } from '../../query/analyzed-query.ts';
import { verifyCandidates } from './photo-verification.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** Below this similarity of the nearest item, regions of the photo are tried. */
const wholeScoreMin = 0.3;
/** Minimum gain of a region over the whole photo: the best of several views is always slightly more similar. */
const partGainMin = 0.1;

/** A photo. Without a crop, the service chooses the region. */
export interface QueryPhoto {
  readonly bytes: Uint8Array;
  readonly crop: Crop | null;
  /** Clients are served in turn. */
  readonly client: string;
}

/** The image feature to search by. */
export interface PhotoView {
  readonly feature: Float32Array;
  /** Null means the whole photo. */
  readonly part: Crop | null;
  /** See `EmbeddedPhoto`, of the whole photo. */
  readonly isFlat?: boolean;
}

export type PhotoSearchResult = Omit<PhotoResult, 'facets'> &
  DisplayedFacets<FacetResult> &
  Pick<PhotoView, 'part' | 'feature'> &
  Pick<QueryPlan, 'rewritten' | 'understood' | 'ignored'> & {
    /** The model of the feature. */
    readonly model: string;
    readonly rules: QueryPlan['report'];
  };

/** An encoder of photos. */
export type PhotoEncoder = Pick<ImageEncoder, 'model' | 'embedPhoto' | 'matchPoints'>;

/**
 * Searches by a photo under the active rules; pins do not apply. With a query, searches among its keyword or
 * semantic matches; without any, falls back to the photo alone.
 */
export async function searchByPhoto(
  project: PlannedProject & Pick<ProjectView, 'pictures' | 'textEmbeddings'>,
  { encoders, queryEmbeddings }: { encoders: readonly PhotoEncoder[]; queryEmbeddings: QueryEmbeddings },
  photo: QueryPhoto,
  typedQuery: TextQuery,
  options: RuleOptions & Pick<QueryOptions, 'restrictions'>,
): Promise<PhotoSearchResult> {
  const { search: settings } = project.settings.effective();
  const planPhotoQuery = (query: TextQuery): Promise<QueryPlan> =>
    planQuery(project, query, {
      ...options,
      collection: null,
      understanding: 'off',
      asWords: [],
      personalize: false,
      isByPhoto: true,
    });
  const plan = await planPhotoQuery(typedQuery);
  const [firstView, { query }] = await Promise.all([
    embedWithServingModel(encoders, project.pictures, photo, plan.query),
    queryEmbeddings.withEmbedding(project, plan.query, photo.client),
  ]);
  // The pictures may have switched to another model while the query was embedded.
  const view =
    firstView.model === project.pictures.model
      ? firstView
      : await embedWithServingModel(encoders, project.pictures, photo, plan.query);
  const { part, feature, model } = view;
  const searchByFeature = async (textQuery: TextQuery): Promise<PhotoResult> => {
    const verified = settings.geometricVerification
      ? await verifyCandidates(project.pictures, view.encoder, { ...photo, ...view }, textQuery)
      : undefined;
    return await inSpan('search pictures', () =>
      project.pictures.search(view.feature, textQuery, verified, view.isFlat),
    );
  };
  const result = await searchByFeature(query);
  const { rewritten, understood, ignored } = plan;
  const shared = { part, feature, model, rewritten, understood, ignored };
  const reply = {
    ...result,
    ...arrangeFacets(result.facets, plan.display),
    correctedQuery: correctText(plan, result),
    ...shared,
    rules: plan.report,
  };
  const { words } = ensureAnalysis(project.text, query);
  const mayFallBack = query.limit > 0 && query.offset === 0 && words.length > 0;
  if (reply.total > 0 || reply.confidence === 'out_of_catalog' || !mayFallBack) return reply;
  if (settings.zeroResultsFallback === 'none') return reply;
  const photoOnlyPlan = await planPhotoQuery({ ...typedQuery, text: '' });
  const similar = await searchByFeature(photoOnlyPlan.query);
  const fallback = similar.total === 0 ? reply.fallback : 'words_dropped';
  const byPhoto = {
    ...arrangeFacets(similar.facets, photoOnlyPlan.display),
    fallback,
    rules: photoOnlyPlan.report,
  };
  return { ...similar, ...byPhoto, ...shared };
}

/** Embeds a photo with the serving model. `encoders` has that of the target model first; its error is reported if none serves. */
async function embedWithServingModel(
  encoders: readonly PhotoEncoder[],
  pictures: Pick<Pictures, 'bestMatch' | 'model'>,
  photo: QueryPhoto,
  query: TextQuery,
): Promise<PhotoView & { model: string; encoder: PhotoEncoder }> {
  for (;;) {
    const { model } = pictures;
    const encoder = encoders.find((candidate) => candidate.model === model) ?? encoders[0];
    if (encoder === undefined) throw new VitrineError('vision_unavailable', 'There is no image model');
    const isServing = (): boolean => pictures.model === model;
    const look: Pictures['bestMatch'] = (...photoFeature) =>
      isServing() ? pictures.bestMatch(...photoFeature) : { score: 1, confidence: 'low' };
    const view = await embedPhotoView(encoder, { bestMatch: look }, photo, query);
    // Retried once if the target model started to serve in the meantime, which happens once per model.
    if (isServing()) return { ...view, model, encoder };
  }
}

/**
 * Embeds the requested crop; otherwise the whole photo, or a region proposal if only the region resembles something. `query` is the
 * search that follows.
 */
export async function embedPhotoView(
  encoder: Pick<ImageEncoder, 'embedPhoto'>,
  pictures: Pick<Pictures, 'bestMatch'>,
  { bytes, crop, client }: QueryPhoto,
  query?: TextQuery,
): Promise<PhotoView> {
  if (crop !== null) {
    const { feature, isFlat = false } = await encoder.embedPhoto({ bytes, crop }, client);
    return { feature, part: crop, isFlat };
  }
  let scoreMin = Infinity;
  const parts = (whole: Float32Array): boolean => {
    const { score } = pictures.bestMatch(whole, query);
    scoreMin = score + partGainMin;
    return score < wholeScoreMin;
  };
  const photo = await encoder.embedPhoto({ bytes, crop, parts }, client);
  const { feature, isFlat = false } = photo;
  let best: PhotoView = { feature, part: null, isFlat };
  for (const view of photo.parts) {
    const { score, confidence } = pictures.bestMatch(view.feature);
    if (score <= scoreMin || confidence === 'out_of_catalog') continue;
    best = { ...view, isFlat };
    scoreMin = score;
  }
  return best;
}
