/** Kinds of documentation folders, by the generator that they are written for. */
export const FLAVOURS = [
  'plain',
  'mdbook',
  'hugo',
  'docusaurus',
  'vitepress',
  'astro',
  'docfx',
  'sphinx',
  'mkdocs',
] as const

export type Flavour = (typeof FLAVOURS)[number]
