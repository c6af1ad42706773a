/** The part of WebAssembly's JavaScript interface that is used here: Node has it, but its types lack it. */
declare namespace WebAssembly {
  interface Memory {
    /** Has the new size of a shared memory that another thread grew from the next access on. */
    readonly buffer: ArrayBufferLike;
    /** Grows by pages of 64 KiB. Views on the buffer keep their length, and are invalid if the memory is not shared. */
    grow(pages: number): number;
  }
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Instance {
    readonly exports: unknown;
  }
  const Memory: new (size: { initial: number; maximum: number; shared?: boolean }) => Memory;
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
  ) => Instance;
}
