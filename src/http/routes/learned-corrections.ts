import { defineComponent, defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import { listCorrections } from '../../domain/feedback/shown-corrections.ts';
import { limits } from '../../ports/limits.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { createJsonReply } from '../replies/reply.ts';
import {
  describeBoolean,
  describeCount,
  describeReply,
  describeString,
  describeTimestamp,
} from '../schemas/schemas.ts';
import { projectInPath, settingsAccess } from './common.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/learned-corrections';

const learnedCorrection = defineComponent(
  'LearnedCorrection',
  defineObjectSchema({
    word: describeString('The word in lower case.'),
    target: describeString('What visitors searched for next in its place.'),
    visitors: describeCount('How many meant it, at least five.'),
    lastAt: describeTimestamp('When the last of them searched, in milliseconds since 1970.'),
    isActive: describeBoolean(
      'Whether searches use it: no item has `word`, some have the words of `target`, and the typo settings allow it.',
    ),
  }),
);

const listReply = describeReply('LearnedCorrectionsReply', {
  corrections: defineListSchema(learnedCorrection, {
    description: 'Those of most visitors first, up to 500.',
  }),
});
const forgottenReply = describeReply('ForgottenCorrectionReply', {
  forgotten: describeString('The word, in lower case.'),
});

/** Corrections that visitors taught: list and forget. */
export function createCorrectionOperations(): Operation[] {
  return [
    defineOperation({
      id: 'getLearnedCorrections',
      method: 'GET',
      path,
      tag,
      summary: 'Get the corrections that visitors taught',
      access: settingsAccess,
      pathParameters: projectInPath,
      status: 200,
      reply: listReply,
      handle: ({ project }) =>
        createJsonReply(200, {
          corrections: listCorrections(project).map(({ at, ...shown }) => ({ ...shown, lastAt: at })),
        }),
    }),
    defineOperation({
      id: 'forgetLearnedCorrection',
      method: 'DELETE',
      path: `${path}/{word}`,
      tag,
      summary: 'Forget what visitors searched for in place of a word',
      description:
        'Visitors can teach it again. To reject a word for good, add it to the setting `search.typos.disabledWords`.',
      access: settingsAccess,
      pathParameters: { ...projectInPath, word: { description: 'The word.' } },
      status: 200,
      reply: forgottenReply,
      handle: async ({ project, path: { word = '' } }) => {
        if (word.length > limits.correctedWordLengthMax)
          throw createParameterError(
            'word',
            'too_long',
            `at most ${limits.correctedWordLengthMax} characters long`,
          );
        const forgotten = word.toLowerCase();
        await project.learnedCorrections.forget(forgotten);
        return createJsonReply(200, { forgotten });
      },
    }),
  ];
}
