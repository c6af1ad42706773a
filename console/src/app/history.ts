import { unsaved } from './unsaved.ts';

/**
 * The browser's history below a base path, with a confirmation before unsaved changes are lost. `popstate` fires after the browser has
 * moved, so the entry with the changes is restored until the user answers. Entries are numbered for that.
 */
export class AppHistory {
  readonly #base: string;
  readonly #onMove: () => void;
  #step: number;
  #path: string;
  /** The next `popstate` returns to the entry with the unsaved changes. */
  #isReturning = false;

  constructor(base: string, onMove: () => void) {
    this.#base = base;
    this.#onMove = onMove;
    this.#path = location.pathname;
    this.#step = stepOf(history.state) ?? 0;
    this.#number(this.#step);
  }

  /** Listens to the browser; returns the function that stops it. */
  listen(): () => void {
    addEventListener('popstate', this.#onPopState);
    return () => removeEventListener('popstate', this.#onPopState);
  }

  /** Navigates to a path below the base, after confirmation if changes are unsaved; `replace` adds no history entry. */
  go(to: string, replace: boolean): void {
    const address = new URL(this.#base + to, location.href);
    const move = (): void => {
      if (!replace) this.#step++;
      history[replace ? 'replaceState' : 'pushState']({ step: this.#step }, '', address);
      this.#show();
      if (!replace) scrollTo(0, 0);
    };
    if (address.pathname === this.#path || unsaved.isEmpty) move();
    else void unsaved.mayLeave().then((mayLeave) => mayLeave && move());
  }

  readonly #onPopState = (): void => {
    if (this.#isReturning) {
      this.#isReturning = false;
      return;
    }
    // A link to an anchor creates an entry without a number.
    const step = stepOf(history.state) ?? this.#number(this.#step + 1);
    const steps = step - this.#step;
    if (location.pathname === this.#path || unsaved.isEmpty || steps === 0) {
      this.#step = step;
      this.#show();
      return;
    }
    this.#isReturning = true;
    history.go(-steps);
    void unsaved.mayLeave().then((mayLeave) => mayLeave && history.go(steps));
  };

  #number(step: number): number {
    history.replaceState({ step }, '');
    return step;
  }

  #show(): void {
    this.#path = location.pathname;
    this.#onMove();
  }
}

function stepOf(state: unknown): number | null {
  const step = state !== null && typeof state === 'object' && 'step' in state ? state.step : null;
  return typeof step === 'number' ? step : null;
}
