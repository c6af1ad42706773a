import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { PictureFetchError, type PictureSource } from '../../../ports/vision.ts';
import { FairSemaphore } from '../../../lib/fair-semaphore.ts';

/** Of the photos that are fetched or wait: one client with a slow host does not hold up the others. */
const shareOfOneClient = 1 / 4;

/**
 * Fetches photos that were sent as addresses. Each may be 10 MB and take ten seconds, so few are fetched at once, and clients are
 * served by turns.
 */
export class PhotoFetches {
  readonly #source: PictureSource;
  readonly #gate: FairSemaphore;

  constructor(
    source: PictureSource,
    {
      fetchesMax = limits.photoFetchesMax,
      waitingMax = limits.photosWaitingMax,
    }: { fetchesMax?: number; waitingMax?: number } = {},
  ) {
    this.#source = source;
    this.#gate = new FairSemaphore({
      inHandMax: fetchesMax,
      inHandPerClientMax: Math.ceil(fetchesMax * shareOfOneClient),
      waitingMax,
      waitingPerClientMax: Math.ceil(waitingMax * shareOfOneClient),
    });
  }

  /** @throws VitrineError image_fetch_failed, overloaded */
  async fetch(address: string, client: string): Promise<Uint8Array> {
    try {
      return await this.#gate.run(client, () => this.#source.fetch(address), {
        full: () =>
          new VitrineError('overloaded', 'Too many photos of this client are being fetched', {
            retryAfterSeconds: 1,
          }),
      });
    } catch (error) {
      if (!(error instanceof PictureFetchError)) throw error;
      throw new VitrineError('image_fetch_failed', `The photo could not be fetched: ${error.message}`, {
        errors: [{ path: 'uploaded_file', code: error.code, detail: error.message }],
      });
    }
  }
}
