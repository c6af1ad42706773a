import type { EncoderStatus } from '../../src/ports/pictures/encoder-status.ts';
import {
  EncoderError,
  type TextEncoder,
  type TextModelRole,
} from '../../src/ports/search/text-embeddings.ts';

const dimensions = 16;
/** Synonyms, for these tests. */
const concepts: Readonly<Record<string, string>> = {
  fridge: 'cold',
  refrigerator: 'cold',
  icebox: 'cold',
  chilly: 'cold',
};

/** Texts as bags of words, each word in a direction of its own: equal words and synonyms are near. */
export class FakeEncoder implements TextEncoder {
  role: TextModelRole = 'configured';
  name = 'fake';
  keepsWordMatches = false;
  readonly model: string;
  readonly languages: readonly string[] | null;
  ready = true;
  /** Set to the error that it fails with. */
  fault: EncoderError | null = null;
  /** Texts that it refuses, alone and with others. */
  refused = new Set<string>();
  readonly queries: string[] = [];
  readonly items: string[] = [];

  constructor(model = 'fake:1', languages: readonly string[] | null = ['en']) {
    this.model = model;
    this.languages = languages;
  }

  status(): EncoderStatus {
    return { ready: this.ready, detail: 'fake' };
  }

  async embedQuery(text: string): Promise<Float32Array> {
    if (this.fault !== null) throw this.fault;
    this.queries.push(text);
    return vectorOf(text);
  }

  async embedItems(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.fault !== null) throw this.fault;
    if (texts.some((text) => this.refused.has(text))) throw new EncoderError('refused', 'Not this text');
    this.items.push(...texts);
    return texts.map(vectorOf);
  }
}

/** Stands for one of the models that come with Vitrine. */
export function createBuiltInEncoder(
  role: 'english' | 'multilingual',
  languages: readonly string[],
): FakeEncoder {
  const encoder = new FakeEncoder(`fake:${role}`, languages);
  encoder.role = role;
  encoder.name = role;
  encoder.keepsWordMatches = role === 'multilingual';
  return encoder;
}

export function vectorOf(text: string): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().split(/\s+/)) {
    let seed = 1;
    for (const letter of concepts[word] ?? word) seed = (Math.imul(seed, 31) + letter.codePointAt(0)!) >>> 0;
    for (let i = 0; i < dimensions; i++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      sum[i]! += seed / 2 ** 32 - 0.5;
    }
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => (length === 0 ? 0 : value / length));
}
