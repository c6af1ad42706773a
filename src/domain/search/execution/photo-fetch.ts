import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { PictureFetchError, type PictureSource } from '../../../ports/pictures/vision.ts';
import { FairSemaphore } from '../../../lib/fair-semaphore.ts';

/** Share of one client in running and queued downloads: a slow host must not block other clients. */
const shareOfOneClient = 1 / 4;

/**
 * Downloads photos that were sent as URLs. A photo can take 10 MB and ten seconds, so few downloads run concurrently, and
 * clients are served in turn.
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
      activeMax: fetchesMax,
      activePerClientMax: Math.ceil(fetchesMax * shareOfOneClient),
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
