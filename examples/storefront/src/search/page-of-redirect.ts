/** The page of this shop for the address of a rule, such as `https://shop.example/delivery`. */
export function pageOfRedirect(url: string): string {
  return new URL(url, window.location.href).pathname;
}
