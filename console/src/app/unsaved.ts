import { useEffect, useRef } from 'react';

/** What somebody is asked before edits are given up. */
export interface UnsavedQuestion {
  /** Each has its own, so that it is shown in a dialog of its own, above whatever was opened before. */
  readonly number: number;
  readonly title: string;
  readonly detail: string;
  /** What the buttons say that give the edits up, and that keep them. */
  readonly leave: string;
  readonly stay: string;
  readonly answer: (mayLeave: boolean) => void;
}

/** An edit that is not saved, as the question words it. */
export interface UnsavedEdit {
  readonly title?: string | undefined;
  readonly detail: string;
  readonly leave?: string | undefined;
  readonly stay?: string | undefined;
}

/** Edits of this page that are not saved. Whoever goes elsewhere asks here first; the browser asks before it closes the page. */
class Unsaved {
  readonly #edits = new Map<symbol, UnsavedEdit>();
  readonly #listeners = new Set<() => void>();
  #question: UnsavedQuestion | null = null;
  #asked = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The question that is asked now. */
  readonly question = (): UnsavedQuestion | null => this.#question;

  get isEmpty(): boolean {
    return this.#edits.size === 0;
  }

  set(key: symbol, edit: UnsavedEdit | null): void {
    const wasEmpty = this.isEmpty;
    if (edit === null) this.#edits.delete(key);
    else this.#edits.set(key, edit);
    // A page with such a listener is not kept for the way back: it has one only while it must.
    if (wasEmpty && !this.isEmpty) addEventListener('beforeunload', askBrowser);
    else if (!wasEmpty && this.isEmpty) removeEventListener('beforeunload', askBrowser);
  }

  /** Gives all edits up. */
  discard(): void {
    for (const key of this.#edits.keys()) this.set(key, null);
  }

  /** Whether the page may be left: asks where there are edits. One question at a time: the newest. */
  mayLeave(): Promise<boolean> {
    const [edit] = [...this.#edits.values()].reverse();
    if (edit === undefined) return Promise.resolve(true);
    this.#question?.answer(false);
    return new Promise((resolve) => {
      const answer = (mayLeave: boolean): void => {
        // One that another took the place of was answered by that.
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
      const question = { number: ++this.#asked, title, detail, leave, stay, answer };
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
 * Has somebody asked before this edit is lost; null: there is none. Returns what is called once it is saved or no longer wanted, where
 * the page is left in the same step.
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
