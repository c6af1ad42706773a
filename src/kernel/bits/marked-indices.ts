/** The indices with a mark of 1, ascending. */
export function listMarkedIndices(marks: Uint8Array): Uint32Array {
  const indices = new Uint32Array(marks.length);
  let count = 0;
  for (let index = 0; index < marks.length; index++) if (marks[index] === 1) indices[count++] = index;
  return indices.subarray(0, count);
}
