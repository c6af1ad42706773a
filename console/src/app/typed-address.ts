/** An address as a person types it, with https where it names no protocol: `shop.example` is `https://shop.example`. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
