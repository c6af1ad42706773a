import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextModelConfig } from '../../ports/text-embeddings.ts';
import { EndpointTextEncoder } from './endpoint-text-encoder.ts';
import { ProcessTextEncoder } from './process-text-encoder.ts';

interface Surroundings {
  /** The folder of models/manifest.json. */
  readonly modelsDir: string;
  /** Where models of a hub are kept that were fetched. */
  readonly cacheDir: string;
  /** Hears once of each model that is loaded, or cannot be. */
  readonly onSettled: (status: { ready: boolean; detail: string }) => void;
}

/**
 * The text models that there are: first the one that is configured, whose model is loaded at once; then the one in the repository,
 * which is loaded only where its vectors still serve while another one's are made.
 */
export function textEncodersOf(
  wanted: TextModelConfig,
  { modelsDir, cacheDir, onSettled }: Surroundings,
): (ProcessTextEncoder | EndpointTextEncoder)[] {
  const { languages, queryMsMax } = wanted;
  const vendored = new ProcessTextEncoder({
    source: { kind: 'vendored', modelsDir },
    model: vendoredModel(modelsDir),
    languages: wanted.make === 'vendored' ? languages : ['en'],
    queryMsMax,
    onSettled,
  });
  if (wanted.make === 'vendored') {
    vendored.start();
    return [vendored];
  }
  if (wanted.make === 'endpoint') return [new EndpointTextEncoder(wanted), vendored];
  const hub = new ProcessTextEncoder({
    source: { ...wanted, kind: 'hub', cacheDir },
    model: '',
    languages,
    queryMsMax,
    onSettled,
  });
  hub.start();
  return [hub, vendored];
}

/** As the manifest names it; empty where that cannot be read, which the encoder's process tells. */
function vendoredModel(modelsDir: string): string {
  try {
    const manifest = JSON.parse(readFileSync(join(modelsDir, 'manifest.json'), 'utf8')) as {
      text?: { name?: unknown; sha256?: unknown };
    };
    const { name, sha256 } = manifest.text ?? {};
    return typeof name === 'string' && typeof sha256 === 'string' ? `${name}:${sha256}` : '';
  } catch {
    return '';
  }
}
