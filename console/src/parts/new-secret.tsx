import type { ReactNode } from 'react';
import { useUnsaved } from '../app/unsaved.ts';
import { CopyButton } from './code-block.tsx';

/** A secret that is shown only once, such as a key: closing asks whether it was copied. `recovery`: what to do if it is lost. */
export function NewSecret(options: {
  noun: string;
  secret: string;
  recovery: string;
  children: ReactNode;
  onClose: () => void;
}): ReactNode {
  const { noun, secret, recovery, children, onClose } = options;
  const clearUnsaved = useUnsaved({
    title: `Have you copied the ${noun}?`,
    detail: `The ${noun} will not be shown again. ${recovery}`,
    leave: 'Close',
    stay: `Back to the ${noun}`,
  });
  return (
    <div className="stack">
      <code className="secret" data-secret>
        {secret}
      </code>
      <p className="note warn">
        <strong>This {noun} is shown only once.</strong>
        {children}
      </p>
      <div className="row end">
        <CopyButton text={secret} label={`Copy ${noun}`} />
        <button type="button" className="button main" autoFocus onClick={() => (clearUnsaved(), onClose())}>
          I have copied it
        </button>
      </div>
    </div>
  );
}
