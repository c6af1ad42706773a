/** The parameter with the query in the address of a page with an open layer; the others begin with it and a dot. */
export const layerParameter = 'vitrine';

export function isLayerParameter(name: string): boolean {
  return name === layerParameter || name.startsWith(`${layerParameter}.`);
}

/** Whether the address of the page shows an open layer. */
export function isLayerShown(): boolean {
  return new URLSearchParams(location.search).has(layerParameter);
}
