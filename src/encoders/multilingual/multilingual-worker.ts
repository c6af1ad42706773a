import { workerData } from 'node:worker_threads';
import { keepCompiledModules } from '../../lib/compile-cache.ts';
import { answerTasks } from '../../lib/idle-thread-tasks.ts';
import { normaliseNameCase } from './letter-case.ts';
import { openSentenceEncoder, type MultilingualModel } from './multilingual-model.ts';

/** Embeds the texts of items outside of the threads that answer requests. */
const encoder = openSentenceEncoder(workerData as MultilingualModel);
keepCompiledModules();
answerTasks((texts: readonly string[]) => texts.map((text) => encoder.encode(normaliseNameCase(text))));
