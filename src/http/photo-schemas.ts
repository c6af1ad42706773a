/** Additional members of a hit in a photo search. */
export const photoHitProperties = {
  _picture: {
    type: 'string',
    description: 'In a photo search: URL of the matching picture.',
  },
  _pictureIndex: {
    type: 'integer',
    minimum: 0,
    description: 'In a photo search: index of that picture in `imgs`, from 0.',
  },
} as const;

/** Additional members of the reply. */
export const photoReplyProperties = {
  confidence: {
    type: 'string',
    enum: ['high', 'low', 'out_of_catalog'],
    description:
      'Photo search only: certainty of the first result. `out_of_catalog`: no product of the catalog resembles the photo, and `items` is empty.',
  },
  part: {
    type: ['object', 'null'],
    required: ['x', 'y', 'width', 'height'],
    description:
      'Photo search only: the region of the photo used for the search, relative to its width and height; null: the whole photo.',
    properties: {
      x: { type: 'number' },
      y: { type: 'number' },
      width: { type: 'number' },
      height: { type: 'number' },
    },
  },
} as const;
