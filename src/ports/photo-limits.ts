/** Limits of photos that wait for the image encoder, and of the vectors of photos that a project keeps. */
export const photoLimits = {
  /** Queued photos of all clients. */
  photosWaitingMax: 64,
  /** Queued photos of one client: a key with a visitor or address. */
  photosWaitingPerClientMax: 32,
  /** Photos fetched concurrently by address; a quarter of them for one client. */
  photoFetchesMax: 16,
  /** Bytes of all queued photos. */
  photosWaitingBytesMax: 64 * 1024 * 1024,
  /** Milliseconds for which the vector of a photo is kept until an event confirms an item for it. */
  photoKeptMsMax: 24 * 60 * 60 * 1000,
  /** Vectors of such photos of a project. */
  photosKeptMax: 5_000,
  /** Visitors whose confirmed photo is kept of an item. */
  confirmedPhotosPerItemMax: 20,
  /** Items for which the confirmed photo of one visitor is kept. */
  confirmedPhotosPerVisitorMax: 50,
  /** Confirmed photos of a project. */
  confirmedPhotosMax: 50_000,
} as const;
