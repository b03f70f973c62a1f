// Stands in for zod/compile where the tests run without it (see vitest.config.ts).
export {}
