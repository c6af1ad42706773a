import { unsaved } from './unsaved.ts';

/**
 * The browser's history below a base address, with a question before unsaved edits are left. The browser has moved by the time it
 * says so: it is taken back to where the edits are until the question is answered, for which each entry has a number.
 */
export class AppHistory {
  readonly #base: string;
  readonly #onMove: () => void;
  #step: number;
  #path: string;
  /** The next move is one back to the edits, which are shown still. */
  #isReturning = false;

  constructor(base: string, onMove: () => void) {
    this.#base = base;
    this.#onMove = onMove;
    this.#path = location.pathname;
    this.#step = stepOf(history.state) ?? 0;
    this.#number(this.#step);
  }

  /** Follows the browser until what it returns is called. */
  listen(): () => void {
    addEventListener('popstate', this.#moved);
    return () => removeEventListener('popstate', this.#moved);
  }

  /** Goes to an address below the base; `replace` leaves no entry. Where edits would be lost, once that was agreed to. */
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

  readonly #moved = (): void => {
    if (this.#isReturning) {
      this.#isReturning = false;
      return;
    }
    // A link to a part of the page makes an entry without a number.
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
