import { representative } from '../support/matrix.ts';
import { testSameAnswers } from './same-answers.ts';
import { openPair } from './shared-pair.ts';
import { reusing } from './shop.ts';
import { suites, writingSuites } from './suites.ts';

const open = reusing(openPair());
// To the suites that only read, a log is a log: what they would find is compared with a process that is alone.
for (const suite of representative(writingSuites, suites)) suite('two processes on one log', open);
testSameAnswers('two processes on one log', openPair());
