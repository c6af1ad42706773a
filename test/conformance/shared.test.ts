import { representative } from '../support/matrix.ts';
import { testSameAnswers } from './same-answers.ts';
import { openPair } from './shared-pair.ts';
import { reusing } from './shop.ts';
import { suites, writingSuites } from './suites.ts';

const open = reusing(openPair());
// The read-only suites run on a sample, as their results are compared with a standalone process.
for (const suite of representative(writingSuites, suites)) suite('two processes on one log', open);
const counts = representative({ searches: 150, photos: 30 }, { searches: 500, photos: 100 });
testSameAnswers('two processes on one log', openPair(), counts);
