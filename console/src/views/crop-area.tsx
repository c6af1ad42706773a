import type { Crop } from '@vitrine/sdk';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';

const shareMin = 0.05;

/** The photo with a frame drawn by pointer. A button offers the same without a pointer. */
export function CropArea({
  url,
  crop,
  onCrop,
}: {
  url: string;
  crop: Crop | null;
  onCrop: (crop: Crop | null) => void;
}): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState<{ x: number; y: number } | null>(null);
  const [drawn, setDrawn] = useState<Crop | null>(null);
  const at = (event: PointerEvent): { x: number; y: number } => {
    const box = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return {
      x: share((event.clientX - box.left) / box.width),
      y: share((event.clientY - box.top) / box.height),
    };
  };
  const visible = drawn ?? crop;
  return (
    <div
      ref={area}
      className="crop-area"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(at(event));
      }}
      onPointerMove={(event) => start !== null && setDrawn(between(start, at(event)))}
      onPointerUp={() => {
        // A very small frame was a click.
        if (drawn !== null) onCrop(drawn.width < shareMin || drawn.height < shareMin ? null : drawn);
        setStart(null);
        setDrawn(null);
      }}
    >
      <img src={url} alt="Your photo" />
      {visible !== null && (
        <div
          className="crop-box"
          style={{
            left: `${visible.x * 100}%`,
            top: `${visible.y * 100}%`,
            width: `${visible.width * 100}%`,
            height: `${visible.height * 100}%`,
          }}
        />
      )}
    </div>
  );
}

function between(a: { x: number; y: number }, b: { x: number; y: number }): Crop {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
}
