import type { ReactNode } from 'react';
import { NewSecret } from '../../parts/new-secret.tsx';

/** A link that is shown once. */
export function NewLink({
  link,
  isInvitation,
  onClose,
}: {
  /** The path with its secret. */
  link: string;
  isInvitation: boolean;
  onClose: () => void;
}): ReactNode {
  return (
    <NewSecret
      noun="link"
      secret={location.origin + link}
      recovery={
        isInvitation ? 'If you lose it, invite the person again.' : 'If you lose it, create a new one.'
      }
      onClose={onClose}
    >
      {isInvitation
        ? 'Vitrine sends no mail: pass it on yourself. It works once, for seven days.'
        : 'Pass it on to the user, who sets a new password with it. It works once, for seven days.'}
    </NewSecret>
  );
}
