/** Limits of the vectors of shoppers' photos that a project keeps. */
export const photoLimits = {
  /** Milliseconds for which the vector of a photo is kept until an event confirms an item for it. */
  photoKeptMsMax: 24 * 60 * 60 * 1000,
  /** Such vectors of a project. */
  photosKeptMax: 5_000,
  /** Visitors whose confirmed photo is kept of an item. */
  confirmedPhotosPerItemMax: 20,
  /** Items for which the confirmed photo of one visitor is kept. */
  confirmedPhotosPerVisitorMax: 50,
  /** Confirmed photos of a project. */
  confirmedPhotosMax: 50_000,
} as const;
