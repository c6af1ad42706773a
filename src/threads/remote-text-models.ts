import { evictOldest } from '../lib/evict-oldest.ts';
import {
  EncoderError,
  type NamesLanguage,
  type TextEncoder,
  type TextModelInfo,
} from '../ports/search/text-embeddings.ts';
import type { CosineStats } from '../ports/search/text.ts';
import type { EmbeddedQuery } from './thread-messages.ts';

/** The baselines of models of the state thread do not depend on the language of the names. */
const anyNames: NamesLanguage = { code: '', isForeign: false };
/** Maximum of cached similarity baselines. */
const baselinesMax = 2_000;

type Embed = (model: string, text: string, client: string, names: NamesLanguage) => Promise<EmbeddedQuery>;

/** The text models for the queries of a serving thread: those of the state thread, and one that this thread computes itself. */
export class RemoteTextModels {
  /** In the order of the state thread. `replaceModels` changes this array in place, as others hold it. */
  readonly encoders: TextEncoder[] = [];
  readonly #embed: Embed;
  readonly #local: TextEncoder | null;
  /** Cached baselines by model and text. */
  readonly #baselines = new Map<string, CosineStats>();
  readonly #requested = new Set<string>();

  constructor(embed: Embed, local: TextEncoder | null) {
    this.#embed = embed;
    this.#local = local;
  }

  /** Replaces the models. */
  replaceModels(models: readonly TextModelInfo[]): void {
    this.encoders.splice(0, Infinity, ...models.map((model) => this.#encoder(model)));
  }

  /** Returns the similarity baseline of an embedded query. Without a cached one, it returns null and requests it from the state thread. */
  findStats({ model }: Pick<TextEncoder, 'model'>, _vector: Float32Array, text: string): CosineStats | null {
    const key = formatKey(model, text);
    const known = this.#baselines.get(key);
    if (known !== undefined) return known;
    if (!this.#requested.has(key)) {
      this.#requested.add(key);
      // The next search requests it again.
      this.#request(model, text, '')
        .catch(() => undefined)
        .finally(() => this.#requested.delete(key));
    }
    return null;
  }

  #encoder(info: TextModelInfo): TextEncoder {
    const { model } = info;
    if (model === this.#local?.model) return this.#local;
    return {
      ...info,
      status: () => ({ ready: true, detail: '' }),
      embedQuery: (text, client) => this.#request(model, text, client),
      embedItems: () =>
        Promise.reject(new EncoderError('unavailable', 'Serving threads embed no texts of items')),
    };
  }

  async #request(model: string, text: string, client: string): Promise<Float32Array> {
    const { vector, baseline } = await this.#embed(model, text, client, anyNames);
    if (baseline !== null) {
      this.#baselines.set(formatKey(model, text), baseline);
      evictOldest(this.#baselines, baselinesMax);
    }
    return vector;
  }
}

function formatKey(model: string, text: string): string {
  return `${model}\n${text}`;
}
