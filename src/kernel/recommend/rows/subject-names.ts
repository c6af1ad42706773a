/** Names with their subjects. */
export interface SavedNames {
  readonly names: readonly string[];
  readonly subjects: Uint32Array;
}

/** The names of subjects: nearly all have one, merged ones several. */
export class SubjectNames {
  readonly #subjects = new Map<string, number>();
  /** The first name of each subject with names. */
  readonly #first: (string | undefined)[] = [];
  readonly #others = new Map<number, string[]>();

  find(name: string): number | undefined {
    return this.#subjects.get(name);
  }

  add(name: string, subject: number): void {
    this.#subjects.set(name, subject);
    while (this.#first.length <= subject) this.#first.push(undefined);
    if (this.#first[subject] === undefined) {
      this.#first[subject] = name;
      return;
    }
    const others = this.#others.get(subject);
    if (others === undefined) this.#others.set(subject, [name]);
    else others.push(name);
  }

  /** The names of a subject, in the order in which they were added. */
  of(subject: number): readonly string[] {
    const first = this.#first[subject];
    return first === undefined ? [] : [first, ...(this.#others.get(subject) ?? [])];
  }

  /** Moves the names of `from` to `into`. */
  move(from: number, into: number): void {
    for (const name of this.#detachNames(from)) this.add(name, into);
  }

  /** Moves like {@link move}, with the names of `from` before those of `into`. */
  moveBefore(from: number, into: number): void {
    for (const name of [...this.#detachNames(from), ...this.#detachNames(into)]) this.add(name, into);
  }

  remove(subject: number): void {
    for (const name of this.#detachNames(subject)) this.#subjects.delete(name);
  }

  save(): SavedNames {
    return { names: [...this.#subjects.keys()], subjects: Uint32Array.from(this.#subjects.values()) };
  }

  load({ names, subjects }: SavedNames): void {
    names.forEach((name, at) => this.add(name, subjects[at]!));
  }

  /** An estimate of the memory used, in bytes. */
  get bytes(): number {
    return this.#subjects.size * 90;
  }

  #detachNames(subject: number): readonly string[] {
    const names = this.of(subject);
    this.#first[subject] = undefined;
    this.#others.delete(subject);
    return names;
  }
}
