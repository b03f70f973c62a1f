import { type FlavourRules, PLAIN_RULES } from './flavour.ts'
import { programsNamed } from './programs.ts'

const CONFIG = /(?:^|\/)\.(?:vitepress|vuepress)\/config(?:\.\w+|\/.*)$/

/** VitePress, and VuePress before it: links without extension or with `.html`, absolute ones from the source folder. */
export const VITEPRESS_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'vitepress',
  marks: [CONFIG, /(?:^|\/)\.(?:vitepress|vuepress)\//],
  looseAnchors: true,
  contentRoots: ['docs/', 'src/'],
  navigation: (source) => programsNamed(source, CONFIG, 'its sidebar is a program and was not run'),
}
