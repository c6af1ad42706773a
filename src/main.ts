import { serve } from './cli/commands/serve.ts';

// Runs `vitrine serve` without arguments, as in the image.
process.exitCode = await serve();
