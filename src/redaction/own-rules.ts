import type { TokenRule } from './rule.ts'

/** What a tool's output shows and a repository seldom does. */
export const OWN_RULES: readonly TokenRule[] = [
  {
    id: 'url-credentials',
    keywords: ['://'],
    pattern: '://[^\\s/:@"\'\\\\<>]{0,100}:([^\\s/@"\'\\\\<>]{1,200})@',
    whole: false,
  },
  {
    id: 'authorization-header',
    keywords: ['authorization'],
    pattern:
      '(?i)authorization["\'\\\\]{0,3}\\s{0,5}[:=]\\s{0,5}["\'\\\\]{0,3}(?:(?:bearer|basic|token)\\s{1,5})?([\\w=~@.+/-]{8,})',
    whole: false,
  },
]
