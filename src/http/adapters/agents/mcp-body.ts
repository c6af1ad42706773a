import { readJson } from '../../../domain/contract/json-document.ts';
import { PhotoText, type SentPhoto } from '../../../domain/search/execution/photo-text.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import type { Json } from '../../../ports/catalog/json.ts';
import { JsonTextSplitter, type TextSink } from '../../requests/json-text-splitter.ts';
import type { Call } from '../../operation.ts';
import { refuseCompressed } from '../../requests/request-body.ts';

/** Depth of `params.arguments` in a message. */
const argumentsDepth = 3;
export const photoArgument = 'photo';

/** A message, and the photo in its arguments: it is decoded while it arrives, and an empty text takes its place. */
export interface McpBody {
  readonly value: Json;
  /** The photo, or null without one. @throws VitrineError invalid_request, image_too_large, image_empty: what is wrong with it */
  readonly photo: () => SentPhoto | null;
}

/** Decodes a photo. What is wrong with it is an error of its tool, whose message is not read yet. */
class PhotoArgument implements TextSink {
  readonly #text = new PhotoText(0, photoArgument);
  #error: VitrineError | null = null;

  write(piece: string): void {
    if (this.#error !== null) return;
    try {
      this.#text.write(piece);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      this.#error = error;
    }
  }

  /** @throws VitrineError as `McpBody.photo()` */
  end(): SentPhoto {
    if (this.#error !== null) throw this.#error;
    return this.#text.end();
  }
}

/** @throws VitrineError unsupported_media_type, invalid_json, json_too_deep, json_too_large, body_too_large, body_incomplete */
export async function readMcpBody({
  request,
  bodyChunks,
  slices,
}: Pick<Call, 'request' | 'bodyChunks' | 'slices'>): Promise<McpBody> {
  refuseCompressed(request.headers);
  const photos: PhotoArgument[] = [];
  const beginPhoto = (): PhotoArgument => {
    const photo = new PhotoArgument();
    photos.push(photo);
    return photo;
  };
  const splitter = new JsonTextSplitter(photoArgument, beginPhoto, limits.bodyBytesMax, argumentsDepth);
  if (request.body !== undefined)
    for await (const chunk of bodyChunks(limits.photoBodyBytesMax)) splitter.write(chunk);
  const { value } = await readJson(splitter.end(), slices);
  return { value, photo: () => photos[0]?.end() ?? null };
}
