import { useEffect, type ReactNode } from 'react';
import { usePlacements } from '../app/placements.ts';
import { Link, projectPath } from '../app/router.tsx';
import { SelectField } from './field.tsx';

/** Selects a placement; the first one at first. */
export function PlacementSelect({
  project,
  placement,
  onPlacement,
}: {
  project: string;
  placement: string;
  onPlacement: (id: string) => void;
}): ReactNode {
  const placements = usePlacements(project);
  const first = placements?.[0]?.id;
  useEffect(() => {
    if (placement === '' && first !== undefined) onPlacement(first);
  }, [placement, first]);
  if (placements?.length === 0)
    return (
      <p>
        No placements yet. <Link to={projectPath(project, '/placements')}>Add one</Link>
      </p>
    );
  const known = (placements ?? []).map(({ id }) => id);
  const ids = placement === '' || known.includes(placement) ? known : [placement, ...known];
  return (
    <SelectField
      label="Placement"
      hint={<Link to={projectPath(project, `/placements/${encodeURIComponent(placement)}`)}>Edit it</Link>}
      value={placement}
      onValue={onPlacement}
      options={ids.map((id) => [id, id])}
    />
  );
}
