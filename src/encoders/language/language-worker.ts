import { answerTasks } from '../../lib/idle-thread-tasks.ts';
import { identifyCatalogLanguage } from './catalog-language.ts';

/** Identifies the language of each list of names. */
answerTasks((names: readonly string[]) => identifyCatalogLanguage(names));
