import type { FileHandle } from 'node:fs/promises';

/** A list of numbers in the file of a model. */
export interface Section {
  /** In bytes from the start of the file, a multiple of 64. */
  readonly at: number;
  /** Number of numbers. */
  readonly length: number;
}

/**
 * The file of a model in memory, which all threads of a process share: a header in JSON, whose length the first four bytes tell, and
 * the sections that it names.
 */
export class ModelMemory {
  /** Can be posted to other threads. */
  readonly memory: WebAssembly.Memory;
  readonly #sections: Readonly<Record<string, Section>>;

  constructor(memory: WebAssembly.Memory) {
    this.memory = memory;
    const length = new DataView(memory.buffer).getUint32(0, true);
    // A text decoder reads no shared memory.
    const header = Uint8Array.from(new Uint8Array(memory.buffer, 4, length));
    this.#sections = JSON.parse(new TextDecoder().decode(header)) as Record<string, Section>;
  }

  uint8(name: string): Uint8Array {
    const { at, length } = this.section(name);
    return new Uint8Array(this.memory.buffer, at, length);
  }

  uint32(name: string): Uint32Array {
    const { at, length } = this.section(name);
    return new Uint32Array(this.memory.buffer, at, length);
  }

  float32(name: string): Float32Array {
    const { at, length } = this.section(name);
    return new Float32Array(this.memory.buffer, at, length);
  }

  /** @throws Error if the file has no section with this name */
  section(name: string): Section {
    const section = this.#sections[name];
    if (section === undefined) throw new Error(`The file of the model has no section ${name}`);
    return section;
  }
}

/** Reads one section of an open model file. @throws Error if the file lacks it, or is shorter than it says */
export async function readModelSection(
  file: FileHandle,
  name: string,
  bytesPerNumber: number,
): Promise<SharedArrayBuffer> {
  const length = new DataView(await readBytes(file, 0, 4)).getUint32(0, true);
  const header = new TextDecoder().decode(await readBytes(file, 4, length));
  const section = (JSON.parse(header) as Partial<Record<string, Section>>)[name];
  if (section === undefined) throw new Error(`The file of the model has no section ${name}`);
  const bytes = await readBytes(file, section.at, section.length * bytesPerNumber);
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(new Uint8Array(bytes));
  return shared;
}

async function readBytes(file: FileHandle, at: number, length: number): Promise<ArrayBuffer> {
  const bytes = new ArrayBuffer(length);
  const { bytesRead } = await file.read(new Uint8Array(bytes), 0, length, at);
  if (bytesRead < length) throw new Error('The file of the model is shorter than it must be');
  return bytes;
}
