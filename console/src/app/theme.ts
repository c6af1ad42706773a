export type Theme = 'light' | 'dark';

const storageKey = 'vitrine-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

const listeners = new Set<() => void>();

/** Calls the listener after each change of the theme; returns a function that ends this. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the user's theme, or the system's while the user has chosen none. */
export function startTheme(): void {
  show(currentTheme());
  dark.addEventListener('change', () => show(currentTheme()));
}

export function currentTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  if (stored === 'light' || stored === 'dark') return stored;
  return dark.matches ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme): void {
  // Choosing the theme of the system resumes following the system.
  if ((theme === 'dark') === dark.matches) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, theme);
  show(theme);
}

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}
