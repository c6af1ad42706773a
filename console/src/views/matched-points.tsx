import type { MatchedPoint } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { counted } from '../parts/formats.ts';

/** A height for both pictures, in units of the drawing. */
const drawnHeight = 300;
const gap = 12;
const dotRadius = 3;

/** A button with the number of points of an item's picture that were found in the photo. It shows them in both. */
export function MatchedPoints({
  photoUrl,
  pictureUrl,
  itemName,
  points,
}: {
  photoUrl: string;
  pictureUrl: string;
  itemName: string;
  points: readonly MatchedPoint[];
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <button type="button" className="button small" onClick={() => setIsOpen(true)}>
        {counted(points.length, 'matched point')}
        <span className="visually-hidden"> of {itemName}</span>
      </button>
      {isOpen && (
        <Dialog title={`Points of ${itemName} found in the photo`} onClose={close}>
          <PointPairs photoUrl={photoUrl} pictureUrl={pictureUrl} points={points} />
          <p className="small soft">
            Each line joins a point of the photo with the same point of the item’s picture. All lines fit one
            position, size and rotation of the picture in the photo, which hardly happens by chance.
          </p>
          <div className="row end">
            <button type="button" className="button main" onClick={close}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Photo and picture next to each other at the same height, with lines between their points. */
function PointPairs({
  photoUrl,
  pictureUrl,
  points,
}: {
  photoUrl: string;
  pictureUrl: string;
  points: readonly MatchedPoint[];
}): ReactNode {
  const [photoWidth, setPhotoWidth] = useState<number | null>(null);
  const [pictureWidth, setPictureWidth] = useState<number | null>(null);
  const isReady = photoWidth !== null && pictureWidth !== null;
  const [left, right] = [photoWidth ?? drawnHeight, pictureWidth ?? drawnHeight];
  const width = left + gap + right;
  const lines = points.map(({ photo: [x1 = 0, y1 = 0], picture: [x2 = 0, y2 = 0] }) => ({
    x1: x1 * left,
    y1: y1 * drawnHeight,
    x2: left + gap + x2 * right,
    y2: y2 * drawnHeight,
  }));
  return (
    <div
      className="point-pairs"
      style={{ gridTemplateColumns: `${left}fr ${right}fr`, columnGap: `${(100 * gap) / width}%` }}
    >
      <img src={photoUrl} alt="Your photo" onLoad={(event) => setPhotoWidth(widthOf(event.currentTarget))} />
      <img
        src={pictureUrl}
        alt="The item’s picture"
        onLoad={(event) => setPictureWidth(widthOf(event.currentTarget))}
      />
      {isReady && (
        <svg viewBox={`0 0 ${width} ${drawnHeight}`} preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ x1, y1, x2, y2 }, index) => (
            <g key={index}>
              <line x1={x1} y1={y1} x2={x2} y2={y2} />
              <circle cx={x1} cy={y1} r={dotRadius} />
              <circle cx={x2} cy={y2} r={dotRadius} />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

/** The width of an image at {@link drawnHeight}. */
const widthOf = ({ naturalWidth, naturalHeight }: HTMLImageElement): number =>
  (drawnHeight * naturalWidth) / Math.max(1, naturalHeight);
