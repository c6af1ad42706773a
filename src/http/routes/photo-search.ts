import { VitrineError, type Warning } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { PictureSource, PointPair } from '../../ports/pictures/vision.ts';
import { PhotoFetches } from '../../domain/search/execution/photo-fetch.ts';
import { parseCrop } from '../../domain/search/execution/photo.ts';
import {
  confirmationReasons,
  verificationReasons,
} from '../../domain/search/execution/ranking-explanation.ts';
import {
  defineComponent,
  makeSchemaOptional,
  defineObjectSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { filterText } from '../../domain/query/filter-text.ts';
import { projectWithItemAddress } from '../../domain/catalog/addressed-projection.ts';
import { writeHitChunks } from '../replies/hit-reply.ts';
import { isPrivate, selectProjectionOptions } from '../../domain/access/restrictions.ts';
import { bindUser } from '../access/authorise.ts';
import { withProvenUser } from '../access/proven-visitor.ts';
import { formatClientName, identifyClient } from '../access/client.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineJsonParameter, readParameters } from '../requests/parameters.ts';
import { readPhotoBody } from '../requests/photo-body.ts';
import { planMembers } from '../replies/plan-reply.ts';
import { createChunkedReply, listChunks } from '../replies/reply.ts';
import { region, searchReply } from '../schemas/search-reply-schema.ts';
import { projectInPath } from './common.ts';
import { createRulesMembers } from '../replies/rules-reply.ts';
import { applyChoice } from '../access/request-restrictions.ts';
import { createPhotoRunner, type PhotoParts } from './photo-run.ts';
import { searchBody, searchParameters, searchRequest, createTextQuery } from './search-parameters.ts';
import { readQuery } from '../requests/url-parameters.ts';
import { pinVisitorView } from '../access/call-view.ts';

const crop = defineJsonParameter({
  description: 'Region of the photo to use: `x,y,width,height`, from 0 to 1.',
  schema: {
    oneOf: [{ type: 'string', pattern: '^[0-9.]+(,[0-9.]+){3}$', examples: ['0.25,0.25,0.5,0.5'] }, region],
  },
});
const withPhoto = (name: string, photo: Schema): Schema =>
  defineComponent(name, {
    allOf: [
      searchRequest,
      defineObjectSchema({
        uploaded_file: photo,
        crop: makeSchemaOptional({ ...crop.schema, description: crop.description }),
      }),
    ],
  });
const image = { type: 'string', contentMediaType: 'image/*' };
/** The photo in JSON, in a form, or as the body. */
const photoBodies = {
  'application/json': withPhoto('ImageSearchRequest', {
    type: 'string',
    description: 'base64, a `data:` URI or an http(s) URL.',
  }),
  'multipart/form-data': withPhoto('ImageSearchForm', { ...image, description: 'The photo as a file.' }),
  'image/*': image,
};
const photoParameters = { ...searchParameters, crop };
/** JSON bodies may also have facets as objects. */
const photoFields = { ...searchBody, crop };

/** A ten thousandth of a side is less than a pixel of most pictures. */
const roundPair = ({ photo, picture }: PointPair): PointPair => ({
  photo: [roundShare(photo[0]), roundShare(photo[1])],
  picture: [roundShare(picture[0]), roundShare(picture[1])],
});
const roundShare = (share: number): number => Math.round(share * 10_000) / 10_000;

/** Warns of a model whose vectors differ from those of other machines. The search goes on. */
function listModelWarnings([target]: PhotoParts['encoders']): Warning[] {
  const detail = target?.status().warning;
  return detail === undefined ? [] : [{ code: 'different_vectors', path: '', detail }];
}

export function createPhotoSearchOperations(
  options: PhotoParts & { readonly source: PictureSource },
): Operation[] {
  const { source, clock } = options;
  const run = createPhotoRunner(options);
  const fetches = new PhotoFetches(source);
  return [
    defineOperation({
      id: 'imageSearch',
      method: 'POST',
      path: '/image-search/{project}',
      tag: 'Search',
      summary: 'Photo search',
      description:
        'Send the photo as `uploaded_file`: base64, a `data:` URI or an http(s) URL in JSON, or a file in multipart/form-data; or as the raw body. JPEG, PNG, WebP, AVIF, GIF or TIFF of at most 10 MB.',
      access: { kind: 'key', scope: 'search', project: { in: 'path', name: 'project' } },
      pathParameters: projectInPath,
      // If the body is the photo, other parameters are in the URL.
      query: photoParameters,
      rawBody: photoBodies,
      handlerReadsQuery: true,
      bodyBytesMax: limits.photoBodyBytesMax,
      status: 200,
      reply: searchReply,
      errors: [
        'invalid_filter',
        'draft_not_found',
        'image_empty',
        'image_unsupported',
        'image_broken',
        'image_too_large',
        'image_too_many_pixels',
        'image_too_slow',
        'image_fetch_failed',
        'unsupported_media_type',
        'body_too_large',
        'vision_unavailable',
        'overloaded',
      ],
      handle: async (call) => {
        const started = performance.now();
        const { photo, fields } = await readPhotoBody(call);
        const parameters = { ...readQuery(call.request), ...fields };
        const bound = bindUser(call.key, photoFields, parameters);
        call.spendRates(bound);
        const { values: named, warnings } = readParameters(photoFields, bound, ['project', 'index']);
        call.warnings.push(...warnings, ...listModelWarnings(options.encoders));
        const values = withProvenUser(call, named);
        const restrictions = applyChoice(call.restrictions, call.key, values);
        const seen = pinVisitorView({ ...call, restrictions }, values);
        const query = createTextQuery(values, { ...seen, now: clock.now() });
        const crop = parseCrop(values.crop);
        if (photo === null) {
          const detail = 'uploaded_file is required';
          throw new VitrineError('invalid_request', detail, {
            errors: [{ path: 'uploaded_file', code: 'required', detail }],
          });
        }
        const bytes =
          photo.bytes ?? (await fetches.fetch(photo.address, formatClientName(identifyClient(call, values))));
        const { searchId, found } = await run(seen, query, { bytes, crop }, values);
        const rest = JSON.stringify({
          total: found.total,
          facets: found.facets,
          facetOrder: found.facetOrder,
          query: query.text,
          ...planMembers(found, query.text),
          correctedQuery: found.correctedQuery,
          fallback: found.fallback,
          confidence: found.confidence,
          part: found.part,
          nearestCategories: found.nearestCategories.map(({ field, value, count }) => ({
            field,
            value,
            count,
            filter: filterText({ kind: 'equals', field, value }),
          })),
          ...createRulesMembers(found.rules),
          tookMs: Math.round((performance.now() - started) * 100) / 100,
        });
        const display = {
          explain: query.explain,
          projection: projectWithItemAddress(
            { ...values, ...selectProjectionOptions(restrictions) },
            call.project.settings.effective().items.urlTemplate,
          ),
        };
        const hits = listChunks(found.hits, (hit) =>
          hit.picture === null || isPrivate(restrictions, 'imgs')
            ? writeHitChunks(hit, display)
            : writeHitChunks(
                hit,
                {
                  ...display,
                  reasons: [
                    ...verificationReasons(hit.matchedPoints),
                    ...confirmationReasons(hit.confirmation),
                  ],
                },
                {
                  _picture: hit.picture.source,
                  _pictureIndex: hit.picture.position,
                  ...(query.explain && hit.matchedPoints !== undefined
                    ? { _matchedPoints: hit.matchedPoints.map(roundPair) }
                    : {}),
                },
              ),
        );
        return createChunkedReply(200, [
          `{"searchId":"${searchId}","items":`,
          ...hits,
          `,${rest.slice(1, -1)}`,
          '}',
        ]);
      },
    }),
  ];
}
