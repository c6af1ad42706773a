import { representative } from '../support/matrix.ts';
import { testSameAnswers } from './same-answers.ts';
import { openProcesses } from './shared-engines.ts';
import { reusing } from './shop.ts';
import { someWritingSuites, suites } from './suites.ts';

const open = reusing(openProcesses());
// The results of a pair, also of photo searches, are compared with a standalone process.
for (const suite of representative(someWritingSuites, suites)) suite('two processes on one log', open);
const counts = representative({ searches: 50, photos: 10 }, { searches: 500, photos: 100 });
testSameAnswers('two processes on one log', openProcesses(), counts);
