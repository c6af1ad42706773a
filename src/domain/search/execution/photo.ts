import { VitrineError } from '../../../ports/errors.ts';
import type { Crop } from '../../../ports/pictures/vision.ts';

/** A crop, relative to width and height. @throws VitrineError invalid_request */
export function parseCrop(value: unknown): Crop | null {
  if (value === undefined || value === null || value === '') return null;
  const numbers =
    typeof value === 'string'
      ? value.split(',', 5).map(Number)
      : ['x', 'y', 'width', 'height'].map((name) =>
          typeof value === 'object' ? (value as Record<string, unknown>)[name] : Number.NaN,
        );
  const [x, y, width, height] = numbers.map((number) =>
    typeof number === 'number' ? number : Number.NaN,
  ) as [number, number, number, number];
  const inside =
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1.000001 && y + height <= 1.000001;
  if (numbers.length !== 4 || !inside) {
    const detail =
      'crop must be x,y,width,height in shares of the photo: numbers from 0 to 1 with x + width and y + height at most 1';
    throw new VitrineError('invalid_request', detail, { errors: [{ path: 'crop', code: 'format', detail }] });
  }
  return { x, y, width, height };
}
