import { useEffect, useRef } from 'react';

/** The keys of the whole console, as the list of shortcuts shows them. */
export const shortcuts = [
  { keys: ['/'], text: 'Focus the search field' },
  { keys: ['Ctrl', 'K'], text: 'Open the command palette' },
  { keys: ['?'], text: 'Show keyboard shortcuts' },
] as const;

/** The keys of the item table. */
export const tableShortcuts = [
  { keys: ['↑', '↓', '←', '→'], text: 'Move between cells' },
  { keys: ['Space'], text: 'Select the row' },
  { keys: ['Ctrl', 'A'], text: 'Select all rows shown' },
  { keys: ['Enter'], text: 'Open the item, or show its variants' },
  { keys: ['F2'], text: 'Edit the cell (or start typing)' },
  { keys: ['Esc'], text: 'Cancel the edit' },
] as const;

/** Listens to the keys. Single characters have no effect while somebody types, or while a dialog is open. */
export function useShortcuts(actions: { readonly onPalette: () => void; readonly onHelp: () => void }): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (event.defaultPrevented || event.isComposing || altKey) return;
      const isDialogOpen = document.querySelector('dialog[open]') !== null;
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!isDialogOpen) latest.current.onPalette();
        return;
      }
      if (ctrlKey || metaKey || isDialogOpen || isTyping(target)) return;
      if (key === '?') {
        event.preventDefault();
        latest.current.onHelp();
      } else if (key === '/') {
        const field = searchField();
        if (field === null) return;
        event.preventDefault();
        field.focus();
        field.select();
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The first search field of the page that is shown. */
function searchField(): HTMLInputElement | null {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type=search]');
  return [...fields].find((field) => field.checkVisibility()) ?? null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
