import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { hashFile } from './hash-file.ts';
// The import also disables the telemetry of the package's own ONNX Runtime.
import { type InferenceSession, isProcessorSaturating, createSessionOptions } from './onnx-runtime.ts';

/** A model in a hub's format: ONNX files with their settings. */
export interface HubModel {
  /** A folder, or a name on the hub such as `Xenova/clip-vit-base-patch32`. */
  readonly model: string;
  /** The cache folder for downloads, or null if nothing is downloaded. */
  readonly cacheDir: string | null;
}

/** The used part of @huggingface/transformers, an optional package that is required for hub models. */
export interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string; cacheDir: string | null };
  readonly RawImage: new (data: Uint8Array, width: number, height: number, channels: 3) => object;
  pipeline(task: string, model: string, options: HubOptions): Promise<unknown>;
}

interface HubOptions {
  readonly dtype: string;
  readonly local_files_only: boolean;
  readonly model_file_name?: string;
  /** Options of the ONNX Runtime. */
  readonly session_options: InferenceSession.SessionOptions;
}

/** The package, configured with a model's location. */
export interface OpenHub {
  readonly transformers: Transformers;
  /** The model's name, which is stored with its vectors. */
  readonly name: string;
  /** Hash of all ONNX files of the model's folder, in the order of their names; call after the pipeline was loaded. */
  computeSha256(): Promise<string>;
  /**
   * Opens a pipeline of the model. `fileNames` are possible names of its file, best first; by default the package chooses.
   * `threads` is the number of cores by default.
   */
  pipeline(
    task: string,
    options?: { readonly fileNames?: readonly string[]; readonly threads?: number },
  ): Promise<unknown>;
}

const packageName = '@huggingface/transformers';
/** File name suffixes by precision, the fastest first: 8-bit models run fastest on CPUs. */
const precisions = [
  { dtype: 'q8', suffix: '_quantized' },
  { dtype: 'fp32', suffix: '' },
  { dtype: 'fp16', suffix: '_fp16' },
] as const;

/** Opens a folder, or a model of the hub by name. @throws Error with a remedy */
export async function openHub({ model, cacheDir }: HubModel): Promise<OpenHub> {
  const transformers = await importTransformers();
  const { env } = transformers;
  const isFolder = isAbsolute(model);
  env.allowRemoteModels = !isFolder && cacheDir !== null;
  if (isFolder) env.localModelPath = dirname(model);
  if (cacheDir !== null) env.cacheDir = cacheDir;
  const name = isFolder ? basename(model) : model;
  const folder = isFolder ? model : join(cacheDir ?? '', model);
  return {
    transformers,
    name,
    computeSha256: () => hashFolder(folder),
    pipeline: async (task, { fileNames, threads } = {}) => {
      const file = isFolder ? await downloadFile(folder, fileNames ?? ['model']) : null;
      try {
        return await transformers.pipeline(task, name, {
          dtype: file?.dtype ?? 'q8',
          local_files_only: !env.allowRemoteModels,
          ...(file === null || fileNames === undefined ? {} : { model_file_name: file.file }),
          session_options: createSessionOptions(await isProcessorSaturating(), threads),
        });
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        throw new Error(`Cannot load the model ${name}: ${cause}`, { cause: error });
      }
    },
  };
}

async function importTransformers(): Promise<Transformers> {
  try {
    return (await import(packageName)) as Transformers;
  } catch (error) {
    throw new Error(
      `A model of a hub needs the package ${packageName}, which is not installed: npm install ${packageName}`,
      { cause: error },
    );
  }
}

/** The file to load from a folder; null where it has none of these, which the package reports. */
async function downloadFile(
  folder: string,
  names: readonly string[],
): Promise<{ file: string; dtype: string } | null> {
  const files = new Set(await readdir(join(folder, 'onnx')).catch(() => []));
  for (const file of names) {
    const precision = precisions.find(({ suffix }) => files.has(`${file}${suffix}.onnx`));
    if (precision !== undefined) return { file, dtype: precision.dtype };
  }
  return null;
}

async function hashFolder(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).sort();
  const hash = createHash('sha256');
  for (const file of files.filter((name) => name.endsWith('.onnx'))) await hashFile(hash, join(folder, file));
  return hash.digest('hex');
}
