/** How long a search that is sent waits for the service, before the shop's own search takes over. */
export const usefulMsMax = 300;

/** Forms that are being sent to the shop. */
const passing = new WeakSet<HTMLFormElement>();

/** Sends a form of the page as without the script, with the theme's own handlers. */
export function sendToShop(form: HTMLFormElement, submitter: HTMLElement | null = null): void {
  passing.add(form);
  // A form may have a field with that name.
  HTMLFormElement.prototype.requestSubmit.call(form, submitter);
  // It may be sent again, where the shop's script shows the results without another page.
  setTimeout(() => passing.delete(form));
}

export function isSentToShop(form: HTMLFormElement): boolean {
  return passing.has(form);
}
