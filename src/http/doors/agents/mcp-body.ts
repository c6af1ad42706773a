import { readJson } from '../../../domain/catalog/json-document.ts';
import { PhotoText, type SentPhoto } from '../../../domain/search/execution/photo-text.ts';
import { limits } from '../../../ports/limits.ts';
import type { Json } from '../../../ports/json.ts';
import { JsonTextSplitter } from '../../json-text-splitter.ts';
import type { Call } from '../../operation.ts';

/** `params.arguments` of a message. */
const argumentsDepth = 3;
export const photoArgument = 'photo';

/** A message, and the photo in its arguments: it is decoded while it arrives, and an empty text takes its place. */
export interface McpBody {
  readonly value: Json;
  readonly photo: SentPhoto | null;
}

/** @throws VitrineError invalid_json, json_too_deep, json_too_large, body_too_large, body_incomplete, image_too_large, image_empty, invalid_request */
export async function readMcpBody({
  request,
  bodyChunks,
  slices,
}: Pick<Call<unknown, unknown>, 'request' | 'bodyChunks' | 'slices'>): Promise<McpBody> {
  let text: PhotoText | null = null;
  const begin = (): PhotoText => (text = new PhotoText());
  const splitter = new JsonTextSplitter(photoArgument, begin, limits.bodyBytesMax, argumentsDepth);
  if (request.body !== undefined)
    for await (const chunk of bodyChunks(limits.photoBodyBytesMax)) splitter.write(chunk);
  const { value } = await readJson(splitter.end(), slices);
  return { value, photo: (text as PhotoText | null)?.end() ?? null };
}
