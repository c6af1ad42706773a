import { VitrineError } from '../../ports/errors.ts';
import { type ErrorCode } from '../../ports/error-kinds.ts';

/** Errors of a picture itself, not of the service. */
export type PictureErrorCode = Extract<
  ErrorCode,
  | 'image_unsupported'
  | 'image_broken'
  | 'image_too_large'
  | 'image_too_many_pixels'
  | 'image_too_slow'
  | 'image_empty'
>;

/** A picture that cannot be used. The message is suitable for clients; repeating the same bytes is useless. */
export class PictureError extends VitrineError {
  declare readonly code: PictureErrorCode;

  constructor(code: PictureErrorCode, message: string) {
    super(code, message);
    this.name = 'PictureError';
  }
}
