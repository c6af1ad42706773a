/** What this browser remembers for a person, such as the commands that were chosen last. Null: nothing, or the browser keeps nothing. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`vitrine-${name}`) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Remembers a value in this browser. A browser that keeps nothing, or has no room, forgets it. */
export function writeStored(name: string, value: unknown): void {
  try {
    localStorage.setItem(`vitrine-${name}`, JSON.stringify(value));
  } catch {
    // The console works without it.
  }
}
