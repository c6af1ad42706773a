import type { Alert } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { alertTexts } from '../app/alert-texts.ts';
import { Link, projectPath } from '../app/router.tsx';
import { time } from './formats.ts';

/** An alert in a list: what happened, since when, and what to do while it is open. */
export function AlertItem({ alert, project }: { alert: Alert; project: string }): ReactNode {
  const { kind, subject, detail, openedAt, resolvedAt } = alert;
  const { title, hint, page } = alertTexts[kind];
  const isOpen = resolvedAt === null;
  return (
    <li>
      <div className="stack tight">
        <div className="row">
          <strong>{subject === '' ? title : `${title}: ${subject}`}</strong>
          <span className={isOpen ? 'badge bad' : 'badge'}>{isOpen ? 'Open' : 'Resolved'}</span>
        </div>
        <div>{detail}.</div>
        {isOpen && <div className="small soft">{hint}</div>}
        <div className="small faint">
          {isOpen ? `Since ${time(openedAt)}` : `${time(openedAt)} to ${time(resolvedAt)}`}
        </div>
      </div>
      {isOpen && page !== null && (
        <Link className="button small" to={projectPath(project, page[0])}>
          {page[1]}
        </Link>
      )}
    </li>
  );
}
