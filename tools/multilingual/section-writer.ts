const sectionStep = 64;

/** Adds sections to a file as `ModelMemory` reads it. */
export class SectionWriter {
  readonly #sections: { name: string; bytes: Uint8Array; length: number }[] = [];

  add(name: string, numbers: Uint8Array | Int8Array | Uint32Array | Float32Array): void {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    this.#sections.push({ name, bytes, length: numbers.length });
  }

  toFile(): Uint8Array {
    // The header contains the addresses, and is before the first one: addresses of ten digits give its greatest length.
    let at = this.#header(() => 1e9).length + 4;
    const starts = this.#sections.map(({ bytes }) => {
      const start = Math.ceil(at / sectionStep) * sectionStep;
      at = start + bytes.length;
      return start;
    });
    const file = new Uint8Array(Math.ceil(at / sectionStep) * sectionStep);
    const header = this.#header((i) => starts[i]!);
    new DataView(file.buffer).setUint32(0, header.length, true);
    file.set(header, 4);
    this.#sections.forEach(({ bytes }, i) => file.set(bytes, starts[i]));
    return file;
  }

  #header(startAt: (index: number) => number): Uint8Array {
    const entries = this.#sections.map(({ name, length }, i) => [name, { at: startAt(i), length }]);
    return new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  }
}
