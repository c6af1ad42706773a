import { serve } from './cli/commands/serve.ts';

// What `npm start` runs once everything is installed and built: the same as `vitrine serve`.
process.exitCode = await serve();
