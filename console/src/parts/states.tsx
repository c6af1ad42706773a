import { VitrineError } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { isUnreachable } from '../app/connection.ts';
import { messageOf } from '../app/service.ts';
import { EmptySample, type Sample } from './empty-sample.tsx';
import { Icon } from './icons.tsx';

/** An error with its message, code, request id and a retry button. */
export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const isNoResponse = isUnreachable(error);
  const known = error instanceof VitrineError && !isNoResponse ? error : null;
  return (
    <div className="note bad" role="alert">
      <strong>{titleOf(known, isNoResponse)}</strong>
      <span>{messageOf(error)}</span>
      {known !== null && known.requestId !== null && (
        <span className="small">
          <a href={`/docs/api/errors#${known.code}`}>{known.code}</a> · request {known.requestId}
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

function titleOf(known: VitrineError | null, isNoResponse: boolean): string {
  if (isNoResponse) return 'No connection';
  return known === null || known.title === known.code ? 'Request failed' : known.title;
}

/** An empty state with what will be there, an explanation and an action. */
export function Empty({
  icon,
  title,
  sample,
  children,
  action,
}: {
  icon: Parameters<typeof Icon>[0]['name'];
  title: string;
  /** Shown in place of the icon. */
  sample?: Sample;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      {sample === undefined ? <Icon name={icon} size={34} /> : <EmptySample sample={sample} />}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** A loading placeholder of the size of the content. */
export function Skeleton({ count = 1, height }: { count?: number; height: string }): ReactNode {
  return (
    <>
      <Loading />
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton" style={{ height }} aria-hidden="true" />
      ))}
    </>
  );
}

/** The rows of a table or list that is being loaded. `height`: of a row. */
export function SkeletonRows({
  count,
  height,
  columns = 3,
}: {
  count: number;
  height: string;
  columns?: number;
}): ReactNode {
  return (
    <>
      <Loading />
      <div className="skeleton-rows" aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          <div key={row} style={{ height }}>
            {Array.from({ length: columns }, (_cell, column) => (
              <span key={column} className="skeleton" />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** The product cards of a list that is being loaded. */
export function SkeletonCards(): ReactNode {
  return (
    <>
      <Loading />
      <div className="product-grid" aria-hidden="true">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="skeleton" style={{ height: '21rem' }} />
        ))}
      </div>
    </>
  );
}

function Loading(): ReactNode {
  return (
    <span className="visually-hidden" role="status">
      Loading
    </span>
  );
}
