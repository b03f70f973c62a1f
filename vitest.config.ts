import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The schema compiler speeds validation up and must change nothing else: one run of the tests goes without it.
const withoutCompiler = { 'zod/compile': fileURLToPath(new URL('test/http/no-compiler.ts', import.meta.url)) }

export default defineConfig({
  resolve: { alias: process.env.ZOD_COMPILE === 'off' ? withoutCompiler : {} },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Far above what a slow machine needs: no test depends on the clock.
    expect: { poll: { timeout: 60_000 } },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text'],
    },
  },
})
