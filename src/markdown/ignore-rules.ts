import ignore, { type Ignore } from 'ignore'

interface Layer {
  /** Folder of the rules from the outer top, `''` or with a slash. */
  readonly folder: string
  readonly rules: Ignore
}

/** The rules of all `.gitignore` files from the outer top down to a folder. */
export interface IgnoreRules {
  /** Adds the rules of the file in `folder`. */
  with(folder: string, content: string): IgnoreRules
  /** `path` from the outer top; a folder's ends with a slash. */
  ignores(path: string): boolean
}

export const NO_IGNORE_RULES: IgnoreRules = ignoreRules([])

function ignoreRules(layers: readonly Layer[]): IgnoreRules {
  return {
    with: (folder, content) => ignoreRules([...layers, { folder, rules: ignore().add(content) }]),
    ignores: (path) => {
      // A deeper file has the last word, in either direction.
      for (let at = layers.length - 1; at >= 0; at--) {
        const { folder, rules } = layers[at] as Layer
        const result = rules.checkIgnore(path.slice(folder.length))
        if (result.ignored || result.unignored) return result.ignored
      }
      return false
    },
  }
}
