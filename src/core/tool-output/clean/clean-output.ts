import { type NulRepair, storableText } from '../repair.ts'
import { type DigestPayload, type RemovedBlob, withoutBlobs } from './blobs.ts'
import { findPastNul } from './find-past-nul.ts'
import { type FindSecrets, redactSecrets } from './redact.ts'
import { terminalText } from './terminal.ts'

export interface CleaningOptions {
  readonly nul?: NulRepair
  /** Left out: no redaction. */
  readonly findSecrets?: FindSecrets
  readonly blobs?: boolean
  readonly ansi?: boolean
  readonly carriageReturns?: boolean
}

/** How often each step found something. */
export interface Repairs {
  readonly surrogates: number
  readonly nul: number
  readonly secrets: number
  readonly dataUris: number
  readonly base64: number
  readonly ansi: number
  readonly carriageReturns: number
}

export interface CleanOutput {
  readonly text: string
  /** All that was printed, but for secrets and what no database holds: what is kept where nothing is to be lost. */
  readonly full: string
  readonly repairs: Repairs
  readonly blobs: readonly RemovedBlob[]
}

/**
 * What a tool printed, cleaned before anything is measured or cut. Repair comes first too: a secret in a text with a
 * NUL behind each letter could not be read otherwise. What blobs and escape sequences stood between is looked at once
 * more for secrets.
 */
export function cleanOutput(output: string, options: CleaningOptions, digest: DigestPayload): CleanOutput {
  const { findSecrets } = options
  const redact = (text: string) => (findSecrets === undefined ? { text, secrets: 0 } : redactSecrets(text, findSecrets))
  // Where NUL becomes a character, a secret must be seen before that.
  const isHidden = findSecrets !== undefined && options.nul === 'replace' && output.includes('\0')
  const bared = isHidden ? redactSecrets(output, findPastNul(findSecrets)) : { text: output, secrets: 0 }
  const stored = storableText(bared.text, options.nul)
  const first = redact(stored.text)
  const unblobbed = options.blobs
    ? withoutBlobs(first.text, digest)
    : { text: first.text, dataUris: 0, base64: 0, blobs: [] }
  const shown = terminalText(unblobbed.text, {
    ansi: options.ansi ?? false,
    carriageReturns: options.carriageReturns ?? false,
  })
  const again = shown.text === first.text ? { text: shown.text, secrets: 0 } : redact(shown.text)
  // Two halves of a pair that a sequence stood between were repaired already; this guards the law itself.
  const last = storableText(again.text, options.nul)
  return {
    text: last.text,
    // A secret that blobs or sequences stood between is in all but the last text.
    full: again.secrets > 0 ? last.text : first.text,
    repairs: {
      surrogates: stored.surrogates + last.surrogates,
      nul: stored.nul + last.nul,
      secrets: bared.secrets + first.secrets + again.secrets,
      dataUris: unblobbed.dataUris,
      base64: unblobbed.base64,
      ansi: shown.ansi,
      carriageReturns: shown.carriageReturns,
    },
    blobs: unblobbed.blobs,
  }
}
