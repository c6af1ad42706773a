import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { StringDecoder } from 'node:string_decoder';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { PhotoText, type SentPhoto } from '../../domain/search/execution/photo-text.ts';
import { GrowableBuffer } from '../../lib/growable-buffer.ts';

const partsMax = 50;

/** Receives the photo's bytes, or its text form. */
interface PhotoSink {
  write(chunk: Buffer): void;
  end(): SentPhoto;
}

/**
 * Reads multipart/form-data with a photo in chunks: a file, or a field with text. The last one of the name wins; a single
 * file of another name is accepted.
 */
export class PhotoForm {
  readonly #form: BusboyInstance;
  readonly #photoField: string;
  readonly #bytesExpected: number;
  readonly #fields = new Map<string, unknown>();
  #fieldBytes = 0;
  #photo: SentPhoto | null = null;
  #otherFile: SentPhoto | null = null;
  readonly #finished: Promise<void>;
  /** Keeps the first error. */
  #failure: { readonly error: unknown } | null = null;
  /** Resumes the writer when the chunk was read. */
  #stopWaiting: () => void = () => undefined;

  /** @throws VitrineError unsupported_media_type */
  constructor(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    { photoField, bytesExpected }: { readonly photoField: string; readonly bytesExpected: number },
  ) {
    this.#photoField = photoField;
    this.#bytesExpected = bytesExpected;
    try {
      this.#form = new Busboy({
        headers: headers as BusboyHeaders,
        limits: { fields: partsMax, files: partsMax, parts: partsMax, fieldSize: limits.bodyBytesMax },
        // Streams the photo even if it is a text.
        isPartAFile: (name, type, file) =>
          file !== undefined || type === 'application/octet-stream' || name === photoField,
      });
    } catch {
      throw new VitrineError('unsupported_media_type', 'The multipart/form-data has no boundary');
    }
    this.#finished = new Promise((resolve) => this.#form.once('finish', resolve));
    this.#listen();
  }

  /**
   * Resolves when the chunk was read. @throws VitrineError body_incomplete, body_too_large, image_too_large, invalid_request
   */
  async write(chunk: Buffer): Promise<void> {
    await this.#waitUntilFailure((done) => this.#form.write(chunk, done));
  }

  /** @throws VitrineError as `write()`; image_empty */
  async end(): Promise<{ photo: SentPhoto | null; fields: Record<string, unknown> }> {
    await this.#waitUntilFailure((done) => {
      void this.#finished.then(done);
      this.#form.end();
    });
    return { photo: this.#photo ?? this.#otherFile, fields: Object.fromEntries(this.#fields) };
  }

  /** Waits for work to finish or fail. */
  async #waitUntilFailure(work: (done: () => void) => void): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#stopWaiting = resolve;
      if (this.#failure === null) work(resolve);
      else resolve();
    });
    if (this.#failure !== null) throw this.#failure.error;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stopWaiting();
  }

  #listen(): void {
    const form = this.#form;
    const rejectBroken = (): void =>
      this.#fail(new VitrineError('body_incomplete', 'The multipart/form-data is cut off or malformed'));
    const rejectCount = (): void =>
      this.#fail(new VitrineError('invalid_request', `The form must have at most ${partsMax} parts`));
    form.on('file', (name, stream, file, _encoding, type) => {
      // An incomplete form emits this error, which would end the process without a listener.
      stream.on('error', rejectBroken);
      const isText = (file as string | undefined) === undefined && type.startsWith('text/');
      this.#read(stream, name, isText ? this.#createTextSink() : this.#createFileSink());
    });
    form.on('field', (name, value, _isNameCut, isCut) => {
      this.#fieldBytes += Buffer.byteLength(value);
      if (isCut || this.#fieldBytes > limits.bodyBytesMax) {
        const detail = `The fields of the form, the photo apart, must be at most ${limits.bodyBytesMax} bytes`;
        this.#fail(new VitrineError('body_too_large', detail));
      } else this.#fields.set(name, value);
    });
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) form.on(limit, rejectCount);
    form.on('error', rejectBroken);
  }

  #read(stream: BusboyFileStream, name: string, sink: PhotoSink): void {
    const runSafely = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        this.#fail(error);
      }
    };
    stream.on('data', (chunk: Buffer) => runSafely(() => sink.write(chunk)));
    stream.on('end', () =>
      runSafely(() => {
        if (name === this.#photoField) this.#photo = sink.end();
        else this.#otherFile = sink.end();
      }),
    );
  }

  #createFileSink(): PhotoSink {
    const bytes = new GrowableBuffer(limits.imageBytesMax, this.#bytesExpected);
    return {
      write: (chunk) => {
        if (bytes.append(chunk)) return;
        throw new VitrineError('image_too_large', `The photo must be at most ${limits.imageBytesMax} bytes`);
      },
      end: () => ({ bytes: bytes.bytes, address: null }),
    };
  }

  #createTextSink(): PhotoSink {
    const text = new PhotoText(Math.ceil(this.#bytesExpected * 0.75));
    const decoder = new StringDecoder('utf8');
    return {
      write: (chunk) => text.write(decoder.write(chunk)),
      end: () => {
        text.write(decoder.end());
        return text.end();
      },
    };
  }
}
