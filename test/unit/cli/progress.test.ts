import { expect, test } from 'vitest'
import { ProgressBar } from '../../../src/cli/progress.ts'

function streamOf(isTTY: boolean) {
  const written: string[] = []
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream
  return { stream, written }
}

test('on a terminal the bar fills up on one line, which is left empty at the end', () => {
  const { stream, written } = streamOf(true)
  const bar = new ProgressBar(stream)
  bar.update('parse', 0, 2)
  bar.update('parse', 2, 2)
  bar.clear()
  expect(written).toEqual([
    `\r\x1b[2Kparse   [${'.'.repeat(30)}] 0/2`,
    `\r\x1b[2Kparse   [${'#'.repeat(30)}] 2/2`,
    '\r\x1b[2K',
  ])
})

test('elsewhere nothing is written', () => {
  const { stream, written } = streamOf(false)
  const bar = new ProgressBar(stream)
  bar.update('parse', 2, 2)
  bar.clear()
  expect(written).toEqual([])
})
