import type { CDPSession, Locator, Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on a page with a touch screen: the browser makes pointer events and scrolls of its touches. */
export class Finger {
  readonly #session: CDPSession;
  #at: Point = { x: 0, y: 0 };

  constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  /** The middle of the part of an element that is in the window. */
  static async pointOf(element: Locator): Promise<Point> {
    const box = await element.boundingBox();
    if (box === null) throw new Error('Cannot touch an element that is not visible');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async down(at: Point): Promise<void> {
    await this.#send('touchStart', at);
  }

  /** Moves in steps, as a finger does. */
  async move(to: Point, steps = 5): Promise<void> {
    const from = this.#at;
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      await this.#send('touchMove', {
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      });
    }
  }

  async up(): Promise<void> {
    await this.#send('touchEnd');
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point): Promise<void> {
    if (at !== undefined) this.#at = at;
    const touchPoints = at === undefined ? [] : [at];
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
