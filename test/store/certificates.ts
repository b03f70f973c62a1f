import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** Makes `<name>.crt` and `<name>.key` in a folder: a CA of its own, or signed by the one that is named. */
export async function makeCertificate(
  folder: string,
  name: string,
  { commonName = name, names = '', signer = '' } = {},
): Promise<void> {
  const signed =
    signer === '' ? [] : ['-CA', `${signer}.crt`, '-CAkey', `${signer}.key`, '-addext', 'basicConstraints=CA:FALSE']
  const known = names === '' ? [] : ['-addext', `subjectAltName=${names}`]
  const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', `/CN=${commonName}`]
  await execute('openssl', ['req', '-x509', ...NEW_KEY, ...files, ...signed, ...known], { cwd: join(folder) })
}
