/** What a code of a failed picture means. Others are shown as they are. */
const reasons: Readonly<Record<string, string>> = {
  fetch_status: 'The host refuses it',
  fetch_failed: 'Not reachable',
  fetch_timeout: 'The host answers too slowly',
  fetch_too_large: 'File too large',
  fetch_refused_address: 'Address not allowed',
  host_silent: 'The host does not respond',
  image_empty: 'Empty file',
  image_unsupported: 'Not a picture, or a format that is not supported (such as HEIC)',
  image_broken: 'Damaged file',
  image_too_large: 'File too large',
  image_too_many_pixels: 'Too many pixels',
  image_too_slow: 'Takes too long to decode',
  media_not_found: 'No longer stored',
};

/** The reason of a failed picture in words. */
export function pictureReason(code: string): string {
  return reasons[code] ?? code.replaceAll('_', ' ');
}
