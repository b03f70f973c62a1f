import { type FlavourRules, PLAIN_RULES, UNDERSCORED } from './flavour.ts'
import { programsNamed } from './programs.ts'

const CONFIG = /(?:^|\/)astro\.config\.\w+$/

/** Astro and Starlight: MDX, absolute links that start with a language, pages served as folders. */
export const ASTRO_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'astro',
  marks: [CONFIG],
  servedAsFolder: 'first',
  slugsFromRoot: true,
  notAPage: (path) => UNDERSCORED.test(path),
  orderKeys: ['sidebar.order'],
  contentRoots: ['src/content/docs/', 'src/content/'],
  navigation: (source) => programsNamed(source, CONFIG, 'its sidebar is a program and was not run'),
}
