/** The page of test/e2e/react.test.ts, from the sources. */
export default {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: {
    resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
    noExternal: ['@vitrine/sdk'],
  },
  // The development build of React reports mismatches of hydration in full.
  define: { 'process.env.NODE_ENV': '"development"' },
  build: { emptyOutDir: true, minify: false, rolldownOptions: { output: { entryFileNames: '[name].js' } } },
};
