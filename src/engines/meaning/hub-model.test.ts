import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadHubModel } from './hub-model.ts';

const packageName = '@huggingface/transformers';
const isInstalled = await import(packageName).then(
  () => true,
  () => false,
);
const source = { kind: 'hub', cacheDir: null, queryPrefix: '', itemPrefix: '' } as const;

void test(
  'loadHubModel() says how to install what it needs, where that is missing',
  { skip: isInstalled && `${packageName} is installed` },
  async () => {
    await assert.rejects(
      loadHubModel({ ...source, model: '/nowhere' }),
      /npm install @huggingface\/transformers/,
    );
  },
);

void test(
  'loadHubModel() takes a model of a hub’s form from a folder',
  { skip: !isInstalled && `${packageName} is not installed: a model of a hub is not tried` },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-hub-'));
    t.after(() => rm(folder, { recursive: true }));
    const models = fileURLToPath(new URL('../../../models/text/', import.meta.url));
    await mkdir(join(folder, 'onnx'));
    await cp(join(models, 'all-MiniLM-L6-v2-int8.onnx'), join(folder, 'onnx', 'model_quantized.onnx'));
    await cp(join(models, 'vocab.txt'), join(folder, 'vocab.txt'));
    await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'bert', hidden_size: 384 }));
    await writeFile(
      join(folder, 'tokenizer_config.json'),
      JSON.stringify({ tokenizer_class: 'BertTokenizer' }),
    );
    const model = await loadHubModel({ ...source, model: folder });
    const [vector] = await model.embed(['fridge'], 'query');
    assert.ok(Math.abs(Math.hypot(...vector!) - 1) < 1e-3);
    await model.release();
  },
);
