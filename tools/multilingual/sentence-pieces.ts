/** A piece of a SentencePiece model. */
export interface Piece {
  /** In UTF-8. */
  readonly text: Uint8Array;
  readonly score: number;
  /** Whether texts have it: signs for begin, end and the unknown, and reserved ones, are in none. */
  readonly isText: boolean;
}

/** The type of pieces that texts have, in `ModelProto.SentencePiece.Type`. */
const normalType = 1;

/** The pieces and the character map of a model of SentencePiece (`sentencepiece_model.proto`). */
export function readPieces(bytes: Uint8Array): { pieces: Piece[]; characterMap: Uint8Array } {
  const pieces: Piece[] = [];
  let characterMap: Uint8Array | null = null;
  for (const { field, value } of readFields(bytes)) {
    if (field === 1) pieces.push(readPiece(value as Uint8Array));
    if (field === 3)
      for (const normaliser of readFields(value as Uint8Array))
        if (normaliser.field === 2) characterMap = normaliser.value as Uint8Array;
  }
  if (characterMap === null) throw new Error('The model has no character map');
  return { pieces, characterMap: Uint8Array.from(characterMap) };
}

function readPiece(bytes: Uint8Array): Piece {
  const fields = new Map([...readFields(bytes)].map(({ field, value }) => [field, value]));
  return {
    text: fields.get(1) as Uint8Array,
    score: (fields.get(2) as number | undefined) ?? 0,
    isText: (fields.get(3) ?? normalType) === normalType,
  };
}

/** The fields of a protobuf message: varints and float32 as numbers, others as bytes. */
function* readFields(bytes: Uint8Array): Generator<{ field: number; value: number | Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = readVarint();
    const field = key >>> 3;
    const wireType = key & 7;
    if (wireType === 0) yield { field, value: readVarint() };
    else if (wireType === 2) {
      const length = readVarint();
      yield { field, value: bytes.subarray(at, at + length) };
      at += length;
    } else if (wireType === 5) {
      yield { field, value: view.getFloat32(at, true) };
      at += 4;
    } else throw new Error(`A field of wire type ${wireType} cannot be read`);
  }
}
