import { serve } from './cli/commands/serve.ts';

// Runs `vitrine serve`; started by `npm start` after installation and build.
process.exitCode = await serve();
