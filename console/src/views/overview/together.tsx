import type { OrderEvidence } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { service } from '../../app/service.ts';
import { describeNextPlace } from '../../parts/next-place.ts';
import { counted } from '../../parts/formats.ts';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';

const listedMax = 3;

/** How many best sellers have a list "bought together" of the shop's own orders, and which ones are next. */
export function TogetherPanel({ project }: { project: string }): ReactNode {
  const loaded = useLoad(
    project,
    async (signal) => (await service.analytics.boughtTogether(project, {}, { signal })).items,
    60_000,
  );
  const lists = loaded.value;
  return (
    <section className="panel" aria-labelledby="together">
      <h2 id="together">Bought together</h2>
      {lists === null && loaded.error === null && <Skeleton height="2rem" />}
      {lists === null && loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {lists !== null && <Coverage project={project} lists={lists} />}
    </section>
  );
}

function Coverage({ project, lists }: { project: string; lists: readonly OrderEvidence[] }): ReactNode {
  if (lists.length === 0)
    return (
      <p className="soft">
        No orders yet. Until about five orders have the same two products, these lists show similar items and
        best sellers.
      </p>
    );
  const own = lists.filter(({ significant }) => significant > 0).length;
  const next = lists
    .filter(({ significant, next: following }) => significant === 0 && following !== null)
    .sort((a, b) => (a.next?.orders ?? 0) - (b.next?.orders ?? 0))
    .slice(0, listedMax);
  return (
    <>
      <p>
        {own} of {counted(lists.length, 'best seller')} {own === 1 ? 'has' : 'have'} a list of your own
        orders.
      </p>
      {next.length > 0 && (
        <>
          <p className="small soft">The next ones:</p>
          <ul className="list">
            {next.map((list) => (
              <li key={list.item}>
                <div>
                  <Link
                    to={projectPath(
                      project,
                      `/recommendations/together?item=${encodeURIComponent(list.item)}`,
                    )}
                  >
                    {list.name ?? list.item}
                  </Link>
                  <div className="small soft">{describeNextPlace(list)}</div>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
