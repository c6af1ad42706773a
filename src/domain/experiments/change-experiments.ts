import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Experiment, StoredExperiment } from '../../ports/configuration/experiments.ts';
import { limits } from '../../ports/limits.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import { draftTerms } from '../configuration/change-drafts.ts';
import { createDraftView } from '../configuration/project-view.ts';
import { createFault } from '../contract/fields.ts';
import {
  checkCount,
  createNotFoundError,
  findResource,
  type ResourceTerms,
} from '../resources/change-resource.ts';

export const experimentTerms: ResourceTerms = {
  noun: 'experiment',
  notFound: 'experiment_not_found',
  changed: 'experiment_exists',
  countMax: limits.resourcesMax,
};

type Project = Pick<ProjectEngine, 'drafts' | 'experiments' | 'experimentArms' | 'experimentFigures'>;

/**
 * Starts an experiment with a draft; of one that runs, changes the name and the shares.
 * @throws VitrineError draft_not_found, experiment_exists; invalid_request where visitors could not see all of the draft
 */
export async function putExperiment(
  project: Project & ProjectEngine,
  newExperiment: Experiment,
  { id, author, now }: { readonly id: string; readonly author: string; readonly now: number },
): Promise<Versioned<StoredExperiment>> {
  if (newExperiment.id !== id)
    throw createInvalidError('experiment.id', 'contradiction', `${JSON.stringify(id)}, as in the path`);
  const { startedAt = now, ...parts } = newExperiment;
  if (startedAt > now || startedAt < 0)
    throw createInvalidError('experiment.startedAt', 'out_of_range', 'a time that has passed');
  const experiment = completeExperiment(parts);
  const { control, treatment } = experiment.shares;
  if (control + treatment > 1 || control === 0 || treatment === 0)
    throw createInvalidError('experiment.shares', 'out_of_range', 'two shares above 0, together at most 1');
  const afterImpression = await project.experimentFigures.findNewestImpression();
  return project.experiments.change<StoredExperiment>(id, (current) => {
    const found = current.get(id)?.value;
    if (found !== undefined) return changeRunningExperiment(project, found, experiment);
    checkCount(current.size + 1, experimentTerms);
    const running = [...current.values()].filter(({ value }) => value.endedAt === null).length;
    checkCount(running + 1, {
      ...experimentTerms,
      noun: 'running experiment',
      countMax: limits.experimentsRunningMax,
    });
    if (project.settings.effective().analytics.impressionDays === 0)
      throw createInvalidError(
        'experiment',
        'not_allowed',
        'started with impressions to count from: set `analytics.impressionDays` above 0',
      );
    const draft = findResource(project.drafts, experiment.draft, draftTerms).value;
    const { notApplied } = createDraftView(project, draft);
    if (notApplied.length > 0)
      throw createInvalidError(
        'experiment.draft',
        'not_allowed',
        `without changes of ${notApplied.join(', ')}, which need another index`,
      );
    return {
      experiment,
      author,
      startedAt: Math.round(startedAt),
      endedAt: null,
      treatment: draft,
      ranges: project.experimentArms.allocateRanges(experiment.shares, []),
      afterImpression,
    };
  }) as Promise<Versioned<StoredExperiment>>;
}

/** @throws VitrineError experiment_not_found */
export function stopExperiment(
  project: Project,
  id: string,
  now: number,
): Promise<Versioned<StoredExperiment>> {
  return project.experiments.change<StoredExperiment>(id, (current) => {
    const found = current.get(id)?.value;
    if (found === undefined) throw createNotFoundError(id, experimentTerms);
    return { ...found, endedAt: found.endedAt ?? now };
  }) as Promise<Versioned<StoredExperiment>>;
}

/** The experiment with all defaults. */
export function completeExperiment(input: Omit<Experiment, 'startedAt'>): StoredExperiment['experiment'] {
  return {
    mode: 'split',
    shares: { control: 0.5, treatment: 0.5 },
    metric: 'conversion',
    minimumEffect: 0.05,
    ...input,
  };
}

function changeRunningExperiment(
  { experimentArms }: Pick<ProjectEngine, 'experimentArms'>,
  found: StoredExperiment,
  { name, shares, ...others }: StoredExperiment['experiment'],
): StoredExperiment {
  const { name: _name, shares: _shares, ...known } = found.experiment;
  const isSame = Object.entries(known).every(([key, value]) => value === others[key as keyof typeof others]);
  if (!isSame || found.endedAt !== null) {
    const detail = `The experiment ${JSON.stringify(found.experiment.id)} has begun: only its name and shares change while it runs`;
    throw new VitrineError('experiment_exists', detail);
  }
  // Otherwise days with different shares would be mixed (Simpson's paradox), and the sample-ratio check would fail.
  const before = found.experiment.shares;
  if (Math.abs(shares.treatment / shares.control / (before.treatment / before.control) - 1) > 0.001)
    throw createInvalidError(
      'experiment.shares',
      'not_allowed',
      `shares in the proportion ${before.control}:${before.treatment}, as the experiment has begun`,
    );
  return {
    ...found,
    experiment: { ...others, shares, ...(name === undefined ? {} : { name }) },
    ranges: experimentArms.allocateRanges(shares, found.ranges),
  };
}

function createInvalidError(path: string, code: string, expected: string): VitrineError {
  const { errors } = createFault(path, code, expected);
  return new VitrineError('invalid_request', errors[0]!.detail, { errors });
}
