import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadHubModel } from './hub-model.ts';
import { loadTextModel } from './text-model.ts';

const packageName = '@huggingface/transformers';
const isInstalled = await import(packageName).then(
  () => true,
  () => false,
);
const source = { kind: 'hub', cacheDir: null, queryPrefix: '', itemPrefix: '' } as const;

void test(
  'loadHubModel() reports how to install the required package',
  { skip: isInstalled && `${packageName} is installed` },
  async () => {
    await assert.rejects(
      loadHubModel({ ...source, model: '/nowhere' }),
      /npm install @huggingface\/transformers/,
    );
  },
);

void test(
  "loadHubModel() loads a model in a hub's format from a folder",
  { skip: !isInstalled && `${packageName} is not installed: a model of a hub is not tried` },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-hub-'));
    t.after(() => rm(folder, { recursive: true }));
    const models = fileURLToPath(new URL('../../../models/text/', import.meta.url));
    await mkdir(join(folder, 'onnx'));
    await cp(join(models, 'vocab.txt'), join(folder, 'vocab.txt'));
    await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'bert', hidden_size: 384 }));
    await writeFile(
      join(folder, 'tokenizer_config.json'),
      JSON.stringify({ tokenizer_class: 'BertTokenizer', pad_token: '[PAD]', model_max_length: 128 }),
    );
    await writeFile(
      join(folder, 'tokenizer.json'),
      JSON.stringify(await tokenizerOf(join(models, 'vocab.txt'))),
    );
    const vendored = await loadTextModel(fileURLToPath(new URL('../../../models/', import.meta.url)));
    const texts = ['fridge', 'Something to keep drinks cold, under 43 cm', 'Kühlschrank'];
    const own = await vendored.embed(texts, 'query');
    // In 8 bits, or at the precision of another file.
    for (const file of ['model_quantized.onnx', 'model.onnx']) {
      await cp(join(models, 'all-MiniLM-L6-v2-int8.onnx'), join(folder, 'onnx', file));
      const model = await loadHubModel({ ...source, model: folder });
      for (const [at, vector] of (await model.embed(texts, 'query')).entries()) {
        assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3);
        const cosine = vector.reduce((sum, value, i) => sum + value * own[at]![i]!, 0);
        assert.ok(cosine > 0.999, `${file}, ${texts[at]}: ${cosine}`);
      }
      await model.release();
      await rm(join(folder, 'onnx', file));
    }
    await vendored.release();
  },
);

/** The tokenizer in the hub's format, from its vocabulary. */
async function tokenizerOf(file: string): Promise<object> {
  const words = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const vocab = Object.fromEntries(words.map((word, id) => [word, id]));
  const special = (content: string): object => ({ id: content, ids: [vocab[content]], tokens: [content] });
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  return {
    version: '1.0',
    added_tokens: specials.map((content) => ({ id: vocab[content], content, ...flags })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}
