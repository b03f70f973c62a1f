import { type FlavourRules, PLAIN_RULES } from './flavour.ts'
import { programsNamed } from './programs.ts'

const CONFIG = /(?:^|\/)\.vitepress\/config(?:\.\w+|\/.*)$/

/** VitePress: links without extension or with `.html`, absolute ones from the source folder. */
export const VITEPRESS_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'vitepress',
  marks: [CONFIG, /(?:^|\/)\.vitepress\//],
  looseAnchors: true,
  contentRoots: ['docs/', 'src/'],
  navigation: (source) => programsNamed(source, CONFIG, 'its sidebar is a program and was not run'),
}
