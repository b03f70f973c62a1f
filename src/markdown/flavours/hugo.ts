import { type FlavourRules, PLAIN_RULES } from './flavour.ts'

/** Hugo: `_index.md` is a section's page, `weight` the order, pages are served as folders. */
export const HUGO_RULES: FlavourRules = {
  ...PLAIN_RULES,
  name: 'hugo',
  marks: [
    /(?:^|\/)hugo\.(?:toml|ya?ml|json)$/,
    /(?:^|\/)config\/_default\/.*\.(?:toml|ya?ml)$/,
    /(?:^|\/)_index(?:\.[\w-]+)?\.md$/,
  ],
  servedAsFolder: 'first',
  lowersAddresses: true,
  suffixLanguages: true,
  termAnchors: true,
  orderKeys: ['weight'],
  ordersFolders: true,
  made: /^\/(?:[\w-]+\/)?(?:tags|categories)(?:\/|$)/i,
  contentRoots: ['content/', 'content/en/', 'content/docs/', 'en/'],
}
