import type { Project, Role } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { roleOptions } from '../../app/team-texts.ts';
import { Check, RadioCards } from '../../parts/field.tsx';

/** A role, and the projects that it is for; null: all. */
export interface GrantDraft {
  readonly role: Role;
  readonly projects: readonly string[] | null;
}

/** Whether the draft can be sent: with some projects, at least one is chosen. */
export function isCompleteGrant({ role, projects }: GrantDraft): boolean {
  return role === 'owner' || projects === null || projects.length > 0;
}

/** The choice of a role and of projects. Owners have all projects. */
export function GrantFields({
  grant,
  projects,
  onGrant,
}: {
  grant: GrantDraft;
  projects: readonly Pick<Project, 'id' | 'name'>[];
  onGrant: (grant: GrantDraft) => void;
}): ReactNode {
  const chosen = grant.projects;
  const toggle = (id: string, isOn: boolean): void => {
    const others = (chosen ?? []).filter((one) => one !== id);
    onGrant({ ...grant, projects: isOn ? [...others, id] : others });
  };
  return (
    <>
      <RadioCards
        legend="Role"
        value={grant.role}
        onValue={(role) => onGrant({ ...grant, role })}
        options={roleOptions}
      />
      {grant.role !== 'owner' && (
        <fieldset className="stack tight">
          <legend>
            <strong>Projects</strong>
          </legend>
          <Check
            label="All projects"
            hint="Also those that are created later."
            checked={chosen === null}
            onChecked={(isOn) => onGrant({ ...grant, projects: isOn ? null : [] })}
          />
          {chosen !== null &&
            projects.map(({ id, name }) => (
              <Check
                key={id}
                label={name}
                checked={chosen.includes(id)}
                onChecked={(isOn) => toggle(id, isOn)}
              />
            ))}
          {!isCompleteGrant(grant) && <p className="note warn">Select at least one project.</p>}
        </fieldset>
      )}
    </>
  );
}
