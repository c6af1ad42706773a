import { isLayerParameter } from './layer-parameters.ts';

/** The address of the page without the state of the layer, which makes no other page. */
export function readPageAddress(): string {
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => !isLayerParameter(name));
  return `${location.pathname}?${new URLSearchParams(kept)}`;
}

interface Navigation {
  readonly navigation?: EventTarget;
}

/** Calls `onChange` when the page changes without loading, by the history API. */
export function followPageChanges(onChange: () => void): void {
  let current = readPageAddress();
  const check = (): void => {
    const next = readPageAddress();
    if (next === current) return;
    current = next;
    onChange();
  };
  const { navigation } = globalThis as Navigation;
  if (navigation !== undefined) {
    navigation.addEventListener('currententrychange', check);
    return;
  }
  // Other browsers tell nothing of `pushState()`, which follows a click.
  addEventListener('popstate', check);
  addEventListener('click', () => {
    for (const ms of [0, 300, 1_500]) setTimeout(check, ms);
  });
}
