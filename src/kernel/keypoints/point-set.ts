import { descriptorLength, describeKeypoint } from './descriptors.ts';
import type { GreyPicture } from './grey-picture.ts';
import { detectKeypoints } from './keypoints.ts';
import { buildScaleSpace } from './scale-space.ts';

/** The described keypoints of a picture. */
export interface PointSet {
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  /** x and y of each point, in pixels. */
  readonly positions: Float32Array;
  /** `descriptorLength` numbers of 0 to 127 for each point. */
  readonly descriptors: Int8Array;
}

/** Descriptors of length 1 are multiplied by this: larger numbers than .32 are rare. */
const descriptorScale = 400;
const int8Max = 127;

/** Finds and describes at most `countMax` keypoints, those with the most contrast. Even and tiny pictures have none. */
export function extractPoints(picture: GreyPicture, countMax: number): PointSet {
  const keypoints = detectKeypoints(buildScaleSpace(picture), countMax);
  const positions = new Float32Array(keypoints.length * 2);
  const descriptors = new Int8Array(keypoints.length * descriptorLength);
  keypoints.forEach((point, i) => {
    positions.set([point.x * point.pixelSize, point.y * point.pixelSize], i * 2);
    const values = describeKeypoint(point);
    for (let at = 0; at < descriptorLength; at++) {
      descriptors[i * descriptorLength + at] = Math.min(int8Max, Math.round(values[at]! * descriptorScale));
    }
  });
  return { width: picture.width, height: picture.height, positions, descriptors };
}

const formatVersion = 1;
const headerBytes = 8;
const positionBytes = 4;
const positionMax = 0xffff;
/** Numbers of a stored descriptor have two bits: multiples of this, up to three of them. */
const levelStep = 33;
const levelMax = 3;
const levelsPerByte = 4;
const storedDescriptorBytes = descriptorLength / levelsPerByte;

/** Bytes of a stored set of this many points. */
export function countStoredPointsBytes(count: number): number {
  return headerBytes + count * (positionBytes + storedDescriptorBytes);
}

/**
 * A set in 36 bytes per point, little-endian: uint8 version, uint8 zero, uint16 count, width and height; for each point, x and y as
 * uint16 shares of width and height; then the descriptors with two bits per number. A multiple of four bytes.
 */
export function encodePoints({ width, height, positions, descriptors }: PointSet): Uint8Array<ArrayBuffer> {
  const count = positions.length / 2;
  const bytes = new Uint8Array(countStoredPointsBytes(count));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, formatVersion);
  [count, width, height].forEach((value, i) => view.setUint16(2 + 2 * i, Math.min(positionMax, value), true));
  positions.forEach((position, i) => {
    const share = position / (i % 2 === 0 ? width : height);
    view.setUint16(headerBytes + 2 * i, Math.round(Math.min(1, Math.max(0, share)) * positionMax), true);
  });
  const at = headerBytes + count * positionBytes;
  descriptors.forEach((value, i) => {
    const level = Math.min(levelMax, Math.round(value / levelStep));
    bytes[at + Math.floor(i / levelsPerByte)]! |= level << (2 * (i % levelsPerByte));
  });
  return bytes;
}

/** Reads the result of {@link encodePoints}. @throws RangeError for other bytes */
export function decodePoints(bytes: Uint8Array): PointSet {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < headerBytes ? 0 : view.getUint16(2, true);
  if (bytes.length !== countStoredPointsBytes(count) || view.getUint8(0) !== formatVersion) {
    throw new RangeError(`Cannot read keypoints of ${bytes.length} bytes`);
  }
  const [width, height] = [view.getUint16(4, true), view.getUint16(6, true)];
  const positions = Float32Array.from({ length: count * 2 }, (_, i) => {
    const share = view.getUint16(headerBytes + 2 * i, true) / positionMax;
    return share * (i % 2 === 0 ? width : height);
  });
  const stored = bytes.subarray(headerBytes + count * positionBytes);
  const descriptors = new Int8Array(count * descriptorLength);
  for (let i = 0; i < descriptors.length; i++) {
    descriptors[i] =
      ((stored[Math.floor(i / levelsPerByte)]! >> (2 * (i % levelsPerByte))) & levelMax) * levelStep;
  }
  return { width, height, positions, descriptors };
}
