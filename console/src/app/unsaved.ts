import { useEffect, useRef } from 'react';

/** The confirmation before unsaved changes are discarded. */
export interface UnsavedQuestion {
  /** Unique, so that each question opens a new dialog above open dialogs. */
  readonly number: number;
  readonly title: string;
  readonly detail: string;
  /** Labels of the buttons that discard and keep the changes. */
  readonly leave: string;
  readonly stay: string;
  readonly answer: (mayLeave: boolean) => void;
}

/** An unsaved edit with the texts of its question. */
export interface UnsavedEdit {
  readonly title?: string | undefined;
  readonly detail: string;
  readonly leave?: string | undefined;
  readonly stay?: string | undefined;
}

/** Unsaved edits of this page. Navigation calls `mayLeave()` first; the browser asks before it closes or reloads the page. */
class Unsaved {
  readonly #edits = new Map<symbol, UnsavedEdit>();
  readonly #listeners = new Set<() => void>();
  #question: UnsavedQuestion | null = null;
  #questions = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The question that is open, or null. */
  readonly question = (): UnsavedQuestion | null => this.#question;

  get isEmpty(): boolean {
    return this.#edits.size === 0;
  }

  set(key: symbol, edit: UnsavedEdit | null): void {
    const wasEmpty = this.isEmpty;
    if (edit === null) this.#edits.delete(key);
    else this.#edits.set(key, edit);
    // Browsers exclude pages with this listener from the back/forward cache.
    if (wasEmpty && !this.isEmpty) addEventListener('beforeunload', askBrowser);
    else if (!wasEmpty && this.isEmpty) removeEventListener('beforeunload', askBrowser);
  }

  /** Discards all edits. */
  discard(): void {
    for (const key of this.#edits.keys()) this.set(key, null);
  }

  /** Resolves to whether the page may be left; asks the user if there are edits. A new question cancels the previous one. */
  mayLeave(): Promise<boolean> {
    const [edit] = [...this.#edits.values()].reverse();
    if (edit === undefined) return Promise.resolve(true);
    this.#question?.answer(false);
    return new Promise((resolve) => {
      const answer = (mayLeave: boolean): void => {
        // A newer question has replaced this one.
        if (this.#question !== question) return;
        this.#show(null);
        if (mayLeave) this.discard();
        resolve(mayLeave);
      };
      const {
        title = 'Leave without saving?',
        detail,
        leave = 'Discard changes',
        stay = 'Keep editing',
      } = edit;
      const question = { number: ++this.#questions, title, detail, leave, stay, answer };
      this.#show(question);
    });
  }

  #show(question: UnsavedQuestion | null): void {
    this.#question = question;
    for (const listener of this.#listeners) listener();
  }
}

export const unsaved = new Unsaved();

/**
 * Registers an unsaved edit; null: there is none. Returns a function that removes it, for code that leaves the page in the same step as
 * it saves or discards.
 */
export function useUnsaved(edit: UnsavedEdit | null): () => void {
  const key = useRef(Symbol('edit'));
  const { title, detail, leave, stay } = edit ?? {};
  useEffect(() => {
    const own = key.current;
    unsaved.set(own, detail === undefined ? null : { title, detail, leave, stay });
    return () => unsaved.set(own, null);
  }, [title, detail, leave, stay]);
  return () => unsaved.set(key.current, null);
}

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
