import { storedValue } from '../app/stored.ts';

/** Whether the pane is open; on a wide screen it is at first. */
export const paneOpen = storedValue('pane', (stored) =>
  typeof stored === 'boolean' ? stored : window.matchMedia('(min-width: 80rem)').matches,
);
