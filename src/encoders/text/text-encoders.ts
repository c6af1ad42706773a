import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import type { TextModelConfig } from '../../ports/search/text-embeddings.ts';
import { modelId } from '../runtime/model-identity.ts';
import type { ModelSlot } from '../runtime/model-slot.ts';
import { EndpointTextEncoder } from './endpoint-text-encoder.ts';
import { ProcessTextEncoder } from './process-text-encoder.ts';

interface EncoderFolders {
  /** The folder of models/manifest.json. */
  readonly modelsDir: string;
  /** The cache folder for downloaded hub models. */
  readonly cacheDir: string;
  /** Called once for each model that is loaded, or cannot be. */
  readonly onSettled: (status: EncoderStatus) => void;
  /** See `EncoderTimings`. */
  readonly idleMs?: number | null;
  readonly slot?: ModelSlot | undefined;
}

/**
 * The available text encoders: the configured one, whose model the caller loads, then the vendored one. The
 * vendored model is loaded only while its vectors serve and those of another model are computed.
 */
export function createTextEncoders(
  config: TextModelConfig,
  { modelsDir, cacheDir, onSettled, idleMs = null, slot }: EncoderFolders,
): (ProcessTextEncoder | EndpointTextEncoder)[] {
  const { languages, queryMsMax } = config;
  const vendored = new ProcessTextEncoder({
    role: 'english',
    name: 'english',
    source: { kind: 'vendored', modelsDir },
    model: readVendoredModel(modelsDir),
    languages: config.make === 'vendored' ? languages : ['en'],
    queryMsMax,
    idleMs,
    slot,
    onSettled,
  });
  if (config.make === 'vendored') return [vendored];
  if (config.make === 'endpoint') return [new EndpointTextEncoder(config), vendored];
  const hub = new ProcessTextEncoder({
    role: 'configured',
    name: config.model,
    source: { ...config, kind: 'hub', cacheDir },
    model: '',
    languages,
    queryMsMax,
    idleMs,
    slot,
    onSettled,
  });
  return [hub, vendored];
}

/** The identity in the manifest; empty where it cannot be read, which the encoder's process reports. */
function readVendoredModel(modelsDir: string): string {
  try {
    const manifest = JSON.parse(readFileSync(join(modelsDir, 'manifest.json'), 'utf8')) as {
      text?: { name?: unknown; sha256?: unknown };
    };
    const { name, sha256 } = manifest.text ?? {};
    return typeof name === 'string' && typeof sha256 === 'string' ? modelId({ name, sha256 }) : '';
  } catch {
    return '';
  }
}
