import type { ReactNode } from 'react';
import { useStored } from '../app/stored.ts';
import { Icon } from '../parts/icons.tsx';
import { useTexts } from '../texts/language.ts';
import { paneOpen } from './pane-state.ts';

export function PaneButton(): ReactNode {
  const { pane } = useTexts();
  const isOpen = useStored(paneOpen);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={pane.open}
      aria-expanded={isOpen}
      aria-controls="pane"
      onClick={() => paneOpen.set(!isOpen)}
    >
      <Icon name="pulse" />
    </button>
  );
}
