import { defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import {
  completeExperiment,
  experimentTerms,
  putExperiment,
  stopExperiment,
} from '../../domain/experiments/change-experiments.ts';
import {
  experimentField,
  metric,
  minimumEffect,
  shares,
} from '../../domain/experiments/experiment-fields.ts';
import type { SearchTracker } from '../../domain/feedback/search-tracker.ts';
import { removeResource, findResource } from '../../domain/resources/change-resource.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StoredExperiment } from '../../ports/configuration/experiments.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import { nameAuthor, createAuthorship } from '../access/author.ts';
import { experimentMembers, experimentPlan, experimentResults } from '../schemas/experiment-schema.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineParameter, defineRequiredParameter } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeReply } from '../schemas/schemas.ts';
import { projectInPath, settingsAccess } from './common.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/experiments';
const onePath = `${path}/{experiment}`;
const ofOne = {
  ...projectInPath,
  experiment: { description: 'Experiment id.', component: 'ExperimentInPath' },
};

const experimentReply = describeReply('ExperimentReply', experimentMembers);
const experimentsReply = describeReply('ExperimentsReply', {
  experiments: defineListSchema(defineObjectSchema(experimentMembers), { description: 'Newest first.' }),
});

/** Experiments: plan, start, read, stop. */
export function createExperimentOperations(options: {
  clock: Clock;
  store: Pick<ProjectStore, 'project'>;
  searchTracker: Pick<SearchTracker, 'receive'>;
}): Operation[] {
  const { clock, store, searchTracker } = options;
  const readCurrency = (projectId: string): string | null => store.project(projectId)?.currency ?? null;
  return [
    defineOperation({
      id: 'getExperiments',
      method: 'GET',
      path,
      tag,
      summary: 'List the experiments of a project',
      access: settingsAccess,
      pathParameters: projectInPath,
      status: 200,
      reply: experimentsReply,
      handle: ({ project }) => {
        const experiments = [...project.experiments.current().values()];
        experiments.sort((a, b) => b.value.startedAt - a.value.startedAt);
        return createJsonReply(200, { experiments: experiments.map(pickMembers) });
      },
    }),
    defineOperation({
      id: 'planExperiment',
      method: 'POST',
      path: '/api/projects/{project}/experiment-plan',
      tag,
      summary: 'Plan an experiment',
      description:
        'Estimates from the visitors of the last 14 days how long an experiment takes to find an effect, and which effects it finds in two and four weeks.',
      access: settingsAccess,
      role: 'viewer',
      pathParameters: projectInPath,
      body: {
        metric: defineParameter({ description: 'Default: `conversion`.' }, metric, null),
        minimumEffect: defineParameter({ description: 'Default: 0.05.' }, minimumEffect, null),
        shares: defineParameter({ description: 'Default: half each.' }, shares, null),
      },
      status: 200,
      reply: experimentPlan,
      handle: async ({ project, projectId, body }) => {
        searchTracker.receive();
        const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
        return createJsonReply(
          200,
          await project.experimentFigures.plan(
            completeExperiment({ id: '', draft: '', ...changes }),
            readCurrency(projectId),
          ),
        );
      },
    }),
    defineOperation({
      id: 'getExperiment',
      method: 'GET',
      path: onePath,
      tag,
      summary: 'Get an experiment',
      access: settingsAccess,
      pathParameters: ofOne,
      status: 200,
      reply: experimentReply,
      errors: ['experiment_not_found'],
      handle: ({ project, path: { experiment: id = '' } }) =>
        createJsonReply(200, pickMembers(findResource(project.experiments, id, experimentTerms))),
    }),
    defineOperation({
      id: 'getExperimentResults',
      method: 'GET',
      path: `${onePath}/results`,
      tag,
      summary: 'Get the results of an experiment',
      description:
        'Intervals are always valid: look as often as you like, and stop when you like. Counts all acknowledged events.',
      access: settingsAccess,
      pathParameters: ofOne,
      status: 200,
      reply: experimentResults,
      errors: ['experiment_not_found'],
      handle: async ({ project, projectId, path: { experiment: id = '' } }) => {
        searchTracker.receive();
        const { value } = findResource(project.experiments, id, experimentTerms);
        return createJsonReply(
          200,
          await project.experimentFigures.computeResults(value, readCurrency(projectId)),
        );
      },
    }),
    defineOperation({
      id: 'putExperiment',
      method: 'PUT',
      path: onePath,
      tag,
      summary: 'Start an experiment',
      description:
        'Starts at once, with the draft as it is now. Visitors are assigned by their `user`, otherwise their `session`; those without either see the live configuration. A visitor is in one experiment at most, the first that has room. Of a running experiment, `name` and `shares` change, the shares in proportion.',
      access: settingsAccess,
      pathParameters: ofOne,
      body: {
        experiment: defineRequiredParameter({ description: 'The whole experiment.' }, experimentField),
      },
      status: 200,
      reply: experimentReply,
      errors: ['draft_not_found', 'experiment_exists'],
      handle: async ({ project, body, path: { experiment: id = '' }, key }) => {
        const stored = await putExperiment(project, body.experiment, {
          id,
          author: nameAuthor(key),
          now: clock.now(),
        });
        return createJsonReply(200, pickMembers(stored));
      },
    }),
    defineOperation({
      id: 'stopExperiment',
      method: 'POST',
      path: `${onePath}/stop`,
      tag,
      summary: 'Stop an experiment',
      description:
        'All visitors see the live configuration from now on. The results stay as long as their impressions.',
      access: settingsAccess,
      pathParameters: ofOne,
      status: 200,
      reply: experimentReply,
      errors: ['experiment_not_found'],
      handle: async ({ project, path: { experiment: id = '' } }) =>
        createJsonReply(200, pickMembers(await stopExperiment(project, id, clock.now()))),
    }),
    defineOperation({
      id: 'deleteExperiment',
      method: 'DELETE',
      path: onePath,
      tag,
      summary: 'Delete an experiment',
      access: settingsAccess,
      pathParameters: ofOne,
      status: 200,
      reply: experimentReply,
      errors: ['experiment_not_found'],
      handle: async ({ project, path: { experiment: id = '' }, key }) => {
        const by = createAuthorship(key);
        return createJsonReply(
          200,
          pickMembers(
            await removeResource(project.experiments, id, { ifVersion: null, by }, experimentTerms),
          ),
        );
      },
    }),
  ];
}

function pickMembers({ value }: Versioned<StoredExperiment>) {
  const { experiment, author, startedAt, endedAt } = value;
  return { experiment, author, startedAt, endedAt };
}
