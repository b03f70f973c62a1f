import { defineConfig } from 'vite'

export default defineConfig({
  base: '/explorer/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist-explorer',
    emptyOutDir: true,
    target: 'es2022',
    // The policy takes scripts from files alone.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What is built in is under terms that ask to be named.
    license: true,
  },
})
