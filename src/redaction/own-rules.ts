import type { AssignmentRule, TokenRule } from './rule.ts'

/** What a tool's output shows and a repository seldom does. */
export const OWN_TOKEN_RULES: readonly TokenRule[] = [
  {
    id: 'url-credentials',
    keywords: ['://'],
    pattern: '://[^\\s/:@"\'\\\\<>]{0,100}:([^\\s/?#"\'\\\\<>]{1,200})@',
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

/** Found without a look at how random the value is: such names leave no doubt. */
export const OWN_ASSIGNMENT_RULES: readonly AssignmentRule[] = [
  {
    id: 'aws-secret-access-key',
    names: ['secret_access_key', 'secretaccesskey', 'secret-access-key'],
    value: '[A-Za-z0-9/+]{40}',
  },
  { id: 'password', names: ['password', 'passwd', 'passphrase'], value: '[A-Za-z_+/=~-]*[0-9][\\w+/=~-]*' },
]
