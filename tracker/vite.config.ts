import { defineConfig } from 'vite';

/** `dist/vitrine-tracker.js`, for a script tag: one file without imports. */
export default defineConfig({
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    lib: {
      entry: 'src/script.ts',
      formats: ['iife'],
      name: 'vitrineTracker',
      fileName: () => 'vitrine-tracker.js',
    },
  },
});
