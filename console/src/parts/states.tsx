import { VitrineError } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { isNoAnswer } from '../app/connection.ts';
import { messageOf } from '../app/service.ts';
import { Icon } from './icons.tsx';

/** Something failed: what, under which name the log has it, and a way on. */
export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const isSilent = isNoAnswer(error);
  const known = error instanceof VitrineError && !isSilent ? error : null;
  return (
    <div className="note bad" role="alert">
      <strong>{titleOf(known, isSilent)}</strong>
      <span>{messageOf(error)}</span>
      {known !== null && known.requestId !== null && (
        <span className="small">
          <a href={`/docs/errors#${known.code}`}>{known.code}</a> · request {known.requestId}
        </span>
      )}
      {retry !== undefined && (
        <button type="button" className="button small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

function titleOf(known: VitrineError | null, isSilent: boolean): string {
  if (isSilent) return 'No answer';
  return known === null || known.title === known.code ? 'That did not work' : known.title;
}

/** Nothing is here yet: why, and what to do about it. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: Parameters<typeof Icon>[0]['name'];
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <Icon name={icon} size={34} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** Stands where something is on its way, in about its size. */
export function Skeleton({ count = 1, height }: { count?: number; height: string }): ReactNode {
  return (
    <>
      <span className="unseen" role="status">
        Loading
      </span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton" style={{ height }} aria-hidden="true" />
      ))}
    </>
  );
}
