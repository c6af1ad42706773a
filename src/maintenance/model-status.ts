import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createImageEncoders } from '../encoders/image/image-encoders.ts';
import { ProcessTextEncoder } from '../encoders/text/process-text-encoder.ts';
import { createTextEncoders } from '../encoders/text/text-encoders.ts';
import { root } from '../lib/package-root.ts';
import type { EncoderStatus } from '../ports/pictures/encoder-status.ts';

/** Loads the configured models as a start does, and reports them. A model that is not configured is null. */
export async function readModelStatus(
  config: Config,
): Promise<{ image: EncoderStatus | null; text: EncoderStatus | null }> {
  await using stack = new AsyncDisposableStack();
  const { imageModel, textModel, dataDir } = config;
  const folders = { modelsDir: join(root, 'models'), cacheDir: join(dataDir, 'models') };
  const [image] = imageModel === null ? [] : await createImageEncoders(imageModel, folders);
  if (image !== undefined) stack.use(image);
  const imageLoaded = image?.load();
  const settled = Promise.withResolvers<EncoderStatus>();
  const text =
    textModel === null ? null : createTextEncoders(textModel, { ...folders, onSettled: settled.resolve });
  for (const one of text ?? []) if (one instanceof ProcessTextEncoder) stack.use(one);
  const [first] = text ?? [];
  const isProcess = first instanceof ProcessTextEncoder;
  if (isProcess) first.start();
  await imageLoaded;
  return {
    image: image?.status() ?? null,
    text: isProcess ? await settled.promise : (first?.status() ?? null),
  };
}
