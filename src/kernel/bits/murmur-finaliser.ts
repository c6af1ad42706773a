/** The finaliser of MurmurHash3_x86_32 (A. Appleby, public domain): each bit of the input changes half of the bits. @returns 0 to 2^32 - 1 */
export function murmurFinaliser(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
