#!/usr/bin/env node
// `vitrine <command>` where the package is installed.
import '../tools/vitrine.mjs';
