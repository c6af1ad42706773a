import { limits } from '../../ports/limits.ts';
import { PictureFetchError, type PictureSource } from '../../ports/pictures/vision.ts';
import {
  AddressRefused,
  GuardedHttp,
  parseAddress,
  findRefusalCause,
  type GuardedHttpOptions,
} from '../../outbound/guarded-http.ts';
import { sniffBytes, sniffPictureFormat } from './picture-format.ts';

/** Reasons for a failed fetch, in addition to `image_empty` and `image_unsupported`. */
export type FetchErrorCode =
  | 'fetch_refused_address'
  | 'fetch_status'
  | 'fetch_timeout'
  | 'fetch_too_large'
  | 'fetch_failed';

export interface PictureFetcherOptions extends GuardedHttpOptions {
  readonly bytesMax?: number;
  /** Timeout from the call to the last byte, including redirects and name lookups. */
  readonly fetchMsMax?: number;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Temporary statuses below 500. */
const retryableStatuses = new Set([408, 425, 429]);

/**
 * Fetches pictures from addresses supplied by clients, which might point anywhere: see {@link GuardedHttp}. Each redirect is checked
 * like a new address. The content must begin like a picture, whatever its headers say.
 */
export class PictureFetcher implements PictureSource, AsyncDisposable {
  readonly #http: GuardedHttp;
  readonly #bytesMax: number;
  readonly #fetchMsMax: number;

  constructor(options: PictureFetcherOptions = {}) {
    this.#http = new GuardedHttp(options);
    this.#bytesMax = options.bytesMax ?? limits.imageBytesMax;
    this.#fetchMsMax = options.fetchMsMax ?? limits.imageFetchMsMax;
  }

  /** @throws PictureFetchError whose `code` is a FetchErrorCode, `image_empty` or `image_unsupported` */
  async fetch(url: string): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(this.#fetchMsMax);
    try {
      return await this.#follow(url, signal);
    } catch (error) {
      if (error instanceof PictureFetchError) throw error;
      if (signal.aborted) {
        throw createFetchError(
          'fetch_timeout',
          `The picture did not come within ${this.#fetchMsMax} ms`,
          true,
        );
      }
      const refusal = findRefusalCause(error);
      if (refusal instanceof AddressRefused)
        throw createFetchError(
          'fetch_refused_address',
          `${refusal.message}. To allow its host, set VITRINE_PICTURE_HOSTS`,
          false,
        );
      if (refusal !== null) throw createFetchError('fetch_failed', refusal.message, true);
      throw createFetchError(
        'fetch_failed',
        `The picture's host could not be read: ${describeError(error)}`,
        true,
      );
    }
  }

  async close(): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #follow(start: string, signal: AbortSignal): Promise<Uint8Array> {
    let address = start;
    for (let redirects = 0; redirects <= limits.imageRedirectsMax; redirects++) {
      const url = parseAddress(address);
      const { statusCode, headers, body } = await this.#http.request(url, {
        signal,
        headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'vitrine' },
      });
      if (statusCode === 200) return await this.#read(headers['content-length'], body);
      body.destroy();
      const { location } = headers;
      if (!redirectStatuses.has(statusCode) || typeof location !== 'string') {
        const isRetryable = statusCode >= 500 || retryableStatuses.has(statusCode);
        throw createFetchError('fetch_status', `The picture's host answered ${statusCode}`, isRetryable);
      }
      address = resolveLocation(location, url);
    }
    throw createFetchError(
      'fetch_failed',
      `More than ${limits.imageRedirectsMax} redirects lead to the picture`,
      false,
    );
  }

  async #read(
    contentLength: string | string[] | undefined,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Uint8Array> {
    if (Number(contentLength) > this.#bytesMax) throw this.#createTooLargeError();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isSniffed = false;
    // Throwing out of the loop destroys the body, which ends an endless one.
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > this.#bytesMax) throw this.#createTooLargeError();
      if (!isSniffed && bytes >= sniffBytes) {
        refuseOther(Buffer.concat(chunks));
        isSniffed = true;
      }
    }
    if (bytes === 0) throw new PictureFetchError('image_empty', 'The address answered with 0 bytes', false);
    const all = Buffer.concat(chunks, bytes);
    if (!isSniffed) refuseOther(all);
    return all;
  }

  #createTooLargeError(): PictureFetchError {
    return createFetchError('fetch_too_large', `The picture has more than ${this.#bytesMax} bytes`, false);
  }
}

function resolveLocation(location: string, base: URL): string {
  const url = URL.parse(location, base.href);
  if (url === null)
    throw createFetchError('fetch_failed', 'The host redirects to something that is not a URL', false);
  return url.href;
}

function refuseOther(bytes: Uint8Array): void {
  if (sniffPictureFormat(bytes) !== null) return;
  throw new PictureFetchError(
    'image_unsupported',
    'The address answered with something that is no picture',
    false,
  );
}

function createFetchError(code: FetchErrorCode, detail: string, isRetryable: boolean): PictureFetchError {
  return new PictureFetchError(code, detail, isRetryable);
}

function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, 200);
}
