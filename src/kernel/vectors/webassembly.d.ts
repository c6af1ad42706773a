/** The part of WebAssembly's JavaScript interface that is used here: Node has it, but its types lack it. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** In pages of 64 KiB. Invalidates all views on the buffer. */
    grow(pages: number): number;
  }
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Instance {
    readonly exports: unknown;
  }
  const Memory: new (size: { initial: number; maximum: number }) => Memory;
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
  ) => Instance;
}
