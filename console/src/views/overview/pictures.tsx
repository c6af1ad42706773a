import type { ProjectDetails } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { Link, projectPath } from '../../app/router.tsx';
import { count, counted } from '../../parts/formats.ts';
import { PictureProgress } from '../../parts/picture-progress.tsx';

/** Progress of the pictures, with a link to those that failed, and those that several items share. */
export function PicturesPanel({
  details,
  project,
  counts,
}: {
  details: ProjectDetails | null;
  project: string;
  counts: ProjectDetails['project']['pictures'];
}): ReactNode {
  const duplicates = details?.pictureDuplicates ?? [];
  return (
    <section className="panel" aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      <PictureProgress counts={counts} />
      {counts.pending + counts.embedded + counts.refined + counts.failed > 0 && (
        <p className="small soft">
          {count(counts.embedded + counts.refined)} searchable, {count(counts.refined)} of them refined for
          phone photos; {count(counts.pending)} pending, {count(counts.failed)} failed.
          {counts.withoutPoints > 0 &&
            ` Points still to be found in ${counted(counts.withoutPoints, 'picture')}.`}
        </p>
      )}
      {counts.failed > 0 && (
        <p>
          <Link to={projectPath(project, '/pictures')}>Failures by host and reason</Link>
        </p>
      )}
      {duplicates.length > 0 && (
        <details>
          <summary>{counted(duplicates.length, 'picture')} shared by several items</summary>
          <ul className="list">
            {duplicates.map(({ source, itemIds }) => (
              <li key={source}>
                <div>
                  <strong>{itemIds.join(', ')}</strong>
                  <div className="small faint">{source.slice(0, 120)}</div>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
