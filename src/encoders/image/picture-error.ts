import { type ErrorCode, VitrineError } from '../../ports/errors.ts';

/** What can be wrong with a picture itself, through no fault of the service. */
export type PictureErrorCode = Extract<
  ErrorCode,
  | 'image_unsupported'
  | 'image_broken'
  | 'image_too_large'
  | 'image_too_many_pixels'
  | 'image_too_slow'
  | 'image_empty'
>;

/** A picture that cannot be used. The message is fit for the client; trying the same bytes again is of no use. */
export class PictureError extends VitrineError {
  declare readonly code: PictureErrorCode;

  constructor(code: PictureErrorCode, message: string) {
    super(code, message);
    this.name = 'PictureError';
  }
}
