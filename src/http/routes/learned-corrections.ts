import { component, listSchema, objectSchema } from '../../domain/contract/schema.ts';
import { listCorrections } from '../../domain/feedback/shown-corrections.ts';
import { limits } from '../../ports/limits.ts';
import { invalidParameter } from '../requests/invalid-parameter.ts';
import { operation, type Operation } from '../operation.ts';
import { json } from '../replies/reply.ts';
import { boolean, count, reply, string, timestamp } from '../schemas/schemas.ts';
import { projectInPath, settingsAccess } from './common.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/learned-corrections';

const learnedCorrection = component(
  'LearnedCorrection',
  objectSchema({
    word: string('The word in lower case.'),
    target: string('What visitors searched for next in its place.'),
    visitors: count('How many meant it, at least five.'),
    lastAt: timestamp('When the last of them searched, in milliseconds since 1970.'),
    isActive: boolean(
      'Whether searches use it: no item has `word`, some have the words of `target`, and the typo settings allow it.',
    ),
  }),
);

const listReply = reply('LearnedCorrectionsReply', {
  corrections: listSchema(learnedCorrection, { description: 'Those of most visitors first, up to 500.' }),
});
const forgottenReply = reply('ForgottenCorrectionReply', { forgotten: string('The word, in lower case.') });

/** Corrections that visitors taught: list and forget. */
export function createCorrectionOperations(): Operation[] {
  return [
    operation({
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
        json(200, {
          corrections: listCorrections(project).map(({ at, ...shown }) => ({ ...shown, lastAt: at })),
        }),
    }),
    operation({
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
          throw invalidParameter(
            'word',
            'too_long',
            `at most ${limits.correctedWordLengthMax} characters long`,
          );
        const forgotten = word.toLowerCase();
        await project.learnedCorrections.forget(forgotten);
        return json(200, { forgotten });
      },
    }),
  ];
}
