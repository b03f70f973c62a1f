import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { DigestPayload } from '../../../../src/core/tool-output/clean/blobs.ts'

/** Texts of which each step has something to do, and of which parts meet at every border. */
export const dirtyText = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          ...[
            'a',
            ' ',
            '\n',
            '\r',
            '\r\n',
            '\b',
            '\0',
            '\ud83d',
            '\ude00',
            '😀',
            '\ufeff',
            '\uffff',
            '\\',
            '"',
            '[',
            '/',
          ],
          ...[
            '\x1b',
            '\x1b[31m',
            '\x1b[',
            '\x1b]8;;x',
            '\x1b\\',
            '\x07',
            '\x1bP',
            '\x9b',
            '\x9d',
            '\x85',
            '[2K',
            '\x1b[K',
          ],
          ...['data:', 'data:image/png;base64,', 'iVBORw0KGgo=', 'aB3/'.repeat(70), '\\n', '\\u0000', ';base64,'],
          ...[
            'AKIA',
            'ABCDEFGHIJKLMNOP',
            'ghp_',
            'a1B2'.repeat(9),
            '"api_key": "',
            'zq8Jx0PvW3mN7rT5yK2b',
            '://u:',
            'pw@',
          ],
          ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'MIIEvQIBADANBgkq', '[redacted:', 'jwt]'],
          ...['[/output]', '[', '/OUTPUT', ']', '[instructions]', '\u200b', '[ / Notice'],
        ),
      },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

export const digest: DigestPayload = (payload, encoding) => {
  const bytes = encoding === 'base64' ? Buffer.from(payload, 'base64') : Buffer.from(payload)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
