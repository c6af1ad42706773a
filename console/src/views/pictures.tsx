import type { PictureFailureGroup, RetryPicturesRequest } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { pictureReason } from '../app/picture-texts.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { count, counted, time } from '../parts/formats.ts';
import { PictureProgress } from '../parts/picture-progress.tsx';
import { ReadOnlyNote } from '../parts/read-only.tsx';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, SkeletonRows } from '../parts/states.tsx';
import { TableFrame } from '../parts/table-frame.tsx';

const everyMs = 10_000;

/** The progress of the pictures, and those that failed by host and reason. */
export function Pictures({ project }: ProjectView): ReactNode {
  const { id } = project;
  const details = useLoad(id, (signal) => service.admin.getProject(id, { signal }), everyMs);
  const failures = useLoad(id, (signal) => service.admin.pictureFailures(id, { signal }), everyMs);
  const notify = useToast();
  const mayRetry = useMay()('retryPictures');
  const counts = details.value?.project.pictures ?? project.pictures;
  const groups = failures.value?.groups ?? null;
  const retry = async (which: RetryPicturesRequest): Promise<void> => {
    try {
      const { retried } = await service.admin.retryPictures(id, which);
      notify(`Retrying ${counted(retried, 'picture')}`);
      failures.reload();
      details.reload();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return (
    <View
      title="Pictures"
      intro="Photo search finds a picture as soon as it is downloaded and embedded."
      actions={
        groups !== null &&
        groups.length > 0 &&
        mayRetry && (
          <button type="button" className="button" onClick={() => void retry({})}>
            Retry all
          </button>
        )
      }
    >
      <section className="panel" aria-label="Progress">
        <PictureProgress counts={counts} />
      </section>
      {failures.error !== null && <ErrorNote error={failures.error} retry={failures.reload} />}
      {groups === null && failures.error === null && <SkeletonRows count={3} height="3.4rem" />}
      {groups?.length === 0 && (
        <Empty icon="picture" title="No failed pictures">
          Pictures that cannot be downloaded or decoded are listed here, by host and reason.
        </Empty>
      )}
      {groups !== null && groups.length > 0 && (
        <>
          <Failures groups={groups} project={id} onRetry={mayRetry ? (which) => void retry(which) : null} />
          <p className="small soft">
            Pictures whose host did not respond are retried automatically, up to six attempts in all.
          </p>
          <ReadOnlyNote operation="retryPictures" what="retry pictures" />
        </>
      )}
    </View>
  );
}

function Failures({
  groups,
  project,
  onRetry,
}: {
  groups: readonly PictureFailureGroup[];
  project: string;
  onRetry: ((which: RetryPicturesRequest) => void) | null;
}): ReactNode {
  return (
    // Scrollable areas must be reachable by keyboard.
    <TableFrame label="Failed pictures by host and reason">
      <table className="picture-failures">
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col">Reason</th>
            <th scope="col" className="right">
              Pictures
            </th>
            <th scope="col">Example</th>
            {onRetry !== null && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const { host, code, count: pictures, example } = group;
            const name = `${pictureReason(code)}, ${hostText(group)}`;
            return (
              <tr key={`${host} ${code}`}>
                <td className="host">{hostText(group)}</td>
                <td>{pictureReason(code)}</td>
                <td className="right num">{count(pictures)}</td>
                <td className="example">
                  <Example example={example} project={project} />
                </td>
                {onRetry !== null && (
                  <td className="right">
                    <button type="button" className="button small" onClick={() => onRetry({ host, code })}>
                      Retry<span className="visually-hidden">: {name}</span>
                    </button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Example({
  example: { itemId, state },
  project,
}: {
  example: PictureFailureGroup['example'];
  project: string;
}): ReactNode {
  const { source, error, attempts, retryAt } = state;
  const isAddress = /^https?:/.test(source);
  return (
    <>
      <Link to={projectPath(project, `/items/${encodeURIComponent(itemId)}?by=id`)}>{itemId}</Link>
      <div className="small soft">{error?.detail ?? 'failed'}</div>
      <div className="small faint">
        {isAddress && (
          <a href={source} target="_blank" rel="noreferrer noopener">
            Open the picture<span className="visually-hidden"> of {itemId}</span>
          </a>
        )}
        {isAddress && ' · '}
        {counted(attempts, 'attempt')}
        {retryAt !== null && ` · next ${time(retryAt)}`}
      </div>
    </>
  );
}

function hostText({ host, example }: PictureFailureGroup): string {
  if (host !== '') return host;
  return example.state.source.startsWith('/media/') ? 'Uploaded pictures' : 'No host';
}
