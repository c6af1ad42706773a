import { testedOpenSearch } from '../../support/opensearch/database.ts';
import { testBackups } from '../backups.ts';

testBackups(await testedOpenSearch());
