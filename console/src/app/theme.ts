export type Theme = 'light' | 'dark';

const storageKey = 'vitrine-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Shows the theme that was chosen here, or else the system's; follows the system while nothing was chosen. */
export function startTheme(): void {
  show(currentTheme());
  dark.addEventListener('change', () => show(currentTheme()));
}

export function currentTheme(): Theme {
  const chosen = localStorage.getItem(storageKey);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark.matches ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme): void {
  // Choosing what the system has anyway means following it again.
  if ((theme === 'dark') === dark.matches) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, theme);
  show(theme);
}

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
