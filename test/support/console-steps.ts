import type { Locator, Page } from 'playwright-core';

/** Counts the steps of a task: clicks, drags, pastes and filled fields. */
export class Steps {
  count = 0;

  async click(what: Locator): Promise<void> {
    this.count++;
    await what.click();
  }

  async fill(what: Locator, text: string): Promise<void> {
    this.count++;
    await what.fill(text);
  }

  /** Chooses an option of a list by its label. */
  async select(what: Locator, label: string): Promise<void> {
    this.count++;
    await what.selectOption({ label });
  }

  async drag(from: Locator, to: Locator): Promise<void> {
    this.count++;
    await from.dragTo(to);
  }

  /** Pastes what another program copied where the focus is. Needs the permission `clipboard-write`. */
  async paste(page: Page, text: string): Promise<void> {
    this.count++;
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('ControlOrMeta+v');
  }
}
