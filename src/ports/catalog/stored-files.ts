/** Small files of a project, by name, such as the rejected lines of an import. Read from disk each time. */
export interface StoredFiles {
  get(name: string): Uint8Array | null;
  /** Null removes the file. Durable, and readable by every process of a cluster, when it resolves. */
  put(name: string, bytes: Uint8Array | null): Promise<void>;
  /** The names that begin with `prefix`, in their order. */
  names(prefix: string): readonly string[];
}
