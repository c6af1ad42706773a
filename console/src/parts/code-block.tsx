import { useState, type ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** Copies a text and announces it, also to screen readers. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async (): Promise<void> => {
    const copied = await writeClipboard(text);
    setState(copied ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), 2_000);
  };
  return (
    <button type="button" className="button small" onClick={() => void copy()}>
      <Icon name="copy" size={15} />
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Select and copy' : label}
      </span>
    </button>
  );
}

export function CodeBlock({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <div className="code-block">
      {/* Scrollable areas must be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API exists on https and localhost only.
    return false;
  }
}
