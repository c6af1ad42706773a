import { testSameAnswers } from './same-answers.ts';
import { openPair } from './shared-pair.ts';
import { suites } from './suites.ts';

for (const suite of suites) suite('two processes on one log', openPair());
testSameAnswers('two processes on one log', openPair());
