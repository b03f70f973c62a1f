import type { FindSecrets } from '../core/tool-output/clean/redact.ts'
import { assignedSecrets } from './find-assigned.ts'
import { tokenSecrets } from './find-tokens.ts'
import { privateKeys } from './private-keys.ts'

/** Secrets by the rules of gitleaks and a few of our own. */
export const findSecrets: FindSecrets = (text) => [
  ...privateKeys(text),
  ...tokenSecrets(text),
  ...assignedSecrets(text),
]
