/** Additional members of a hit in a photo search. */
export const photoHitProperties = {
  _picture: {
    type: 'string',
    description: 'In a photo search: address of the picture that matched.',
  },
  _pictureIndex: {
    type: 'integer',
    minimum: 0,
    description: 'In a photo search: place of that picture in `imgs`, from 0.',
  },
} as const;

/** Additional members of the reply. */
export const photoReplyProperties = {
  confidence: {
    type: 'string',
    enum: ['high', 'low', 'out_of_catalog'],
    description:
      'Photo search only: how sure the first place is. `out_of_catalog`: the photo is like nothing in the catalog, and nothing is found.',
  },
  part: {
    type: ['object', 'null'],
    required: ['x', 'y', 'width', 'height'],
    description:
      'Photo search only: the part of the photo that was searched by, in shares of its width and height; null for the whole.',
    properties: {
      x: { type: 'number' },
      y: { type: 'number' },
      width: { type: 'number' },
      height: { type: 'number' },
    },
  },
} as const;
