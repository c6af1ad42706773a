import type { UrlAdapter } from '@vitrine/sdk/page';
import { isLayerParameter, isLayerShown, layerParameter } from '../shop/layer-parameters.ts';

/**
 * The state of the layer in the address of the page: `?vitrine=oak&vitrine.f.brand=Nordin`, next to the parameters of the shop. Each entry of the
 * history knows how many of ours are below it, so that closing leads back to the page as it was.
 */
export class LayerAddress implements UrlAdapter {
  /** Before the layer is open, its state is here. */
  #closed = '';
  #isOpen = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The state of the layer that the address shows. */
  static readShown(): string {
    const own = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (!isLayerParameter(name)) continue;
      if (name !== layerParameter) own.append(name.slice(layerParameter.length + 1), value);
      else if (value !== '') own.append('q', value);
    }
    return own.toString();
  }

  read(): string {
    return this.#isOpen ? LayerAddress.readShown() : this.#closed;
  }

  write(query: string, mode: 'push' | 'replace'): void {
    if (!this.#isOpen) {
      this.#closed = query;
      return;
    }
    // What is typed first belongs to the entry that opened the layer.
    const isFirst = LayerAddress.readShown() === '';
    this.#write(query, mode === 'push' && !isFirst ? 'push' : 'replace');
  }

  subscribe(onChange: () => void): () => void {
    addEventListener('popstate', onChange);
    return () => removeEventListener('popstate', onChange);
  }

  /** The layer opens: the back button closes it. */
  open(): void {
    this.#isOpen = true;
    if (!isLayerShown()) this.#write(this.#closed, 'push');
  }

  /** The layer closes by its button: the page is as before, also its history. */
  close(): void {
    this.#isOpen = false;
    if (!isLayerShown()) return;
    const depth = readDepth();
    if (depth > 0) history.go(-depth);
    else history.replaceState(history.state, '', formatAddress(null));
  }

  /** The back button closed it. */
  leave(): void {
    this.#isOpen = false;
  }

  #write(query: string, mode: 'push' | 'replace'): void {
    const depth = readDepth() + (mode === 'push' ? 1 : 0);
    const state: unknown = history.state;
    const others = typeof state === 'object' && state !== null ? state : {};
    const next = { ...others, vitrine: depth };
    if (mode === 'push') history.pushState(next, '', formatAddress(query));
    else history.replaceState(next, '', formatAddress(query));
  }
}

function readDepth(): number {
  const { vitrine } = (history.state ?? {}) as { vitrine?: unknown };
  return typeof vitrine === 'number' ? vitrine : 0;
}

/** The address with a state of the layer, or with null without one. */
function formatAddress(query: string | null): string {
  const all = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!isLayerParameter(name)) all.append(name, value);
  }
  if (query !== null) {
    const own = new URLSearchParams(query);
    all.append(layerParameter, own.get('q') ?? '');
    for (const [name, value] of own) if (name !== 'q') all.append(`${layerParameter}.${name}`, value);
  }
  const search = all.toString();
  return `${location.pathname}${search === '' ? '' : `?${search}`}${location.hash}`;
}

/** The adapters of the page: what one writes, the others follow. */
const followers = new Map<UrlAdapter, () => void>();

/** The address of a results page, whose query has the name that the shop gives it. */
export function createPageAddress(queryName: string): UrlAdapter {
  const rename = (query: string, from: string, to: string): string => {
    const all = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(query)) all.append(name === from ? to : name, value);
    return all.toString();
  };
  const adapter: UrlAdapter = {
    read: () => rename(location.search, queryName, 'q'),
    write: (query, mode) => {
      const renamed = rename(query, 'q', queryName);
      const address = `${location.pathname}${renamed === '' ? '' : `?${renamed}`}${location.hash}`;
      if (mode === 'push') history.pushState(history.state, '', address);
      else history.replaceState(history.state, '', address);
      for (const [other, onChange] of followers) if (other !== adapter) onChange();
    },
    subscribe: (onChange) => {
      addEventListener('popstate', onChange);
      followers.set(adapter, onChange);
      return () => {
        removeEventListener('popstate', onChange);
        followers.delete(adapter);
      };
    },
  };
  return adapter;
}

/** The name of the query's parameter in the address of the shop's results: `s` of `/?s={query}`. */
export function readQueryName(resultsUrl: string): string {
  return /[?&]([^=&?]+)=\{query\}/.exec(resultsUrl)?.[1] ?? 'q';
}
