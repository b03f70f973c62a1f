import { endianness } from 'node:os'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { HEADER_INTS, layout, readSizes, type TokenTables } from './token-tables.ts'

/**
 * A file `tables/<encoding>.bin` is the memory of the tables, ready to use, so that nothing need be filled: numbers
 * little-endian, compressed by Zstandard. Before that stands its size as u32.
 */
const SIZE_BYTES = 4

export function makeTableFile(tables: TokenTables): Uint8Array {
  const memory = ownOrder(Buffer.from(new Uint8Array(tables.memory)))
  const size = Buffer.alloc(SIZE_BYTES)
  size.writeUInt32LE(memory.length)
  const level = { [constants.ZSTD_c_compressionLevel]: 22 }
  return Buffer.concat([size, zstdCompressSync(memory, { params: level, pledgedSrcSize: memory.length })])
}

/** The memory of the tables, to be wrapped. */
export function readTableFile(file: Buffer): SharedArrayBuffer {
  const bytes = file.readUInt32LE()
  const memory = new SharedArrayBuffer(bytes)
  // With one chunk of that size the bytes are not copied together.
  const unpacked = zstdDecompressSync(file.subarray(SIZE_BYTES), { chunkSize: bytes })
  new Uint8Array(memory).set(ownOrder(unpacked))
  return memory
}

/** Swaps the numbers in place where the machine has them the other way round. */
function ownOrder(memory: Buffer): Buffer {
  if (endianness() === 'LE') return memory
  const header = Array.from({ length: HEADER_INTS }, (_, i) => memory.readUInt32LE(4 * i))
  const at = layout(readSizes(header))
  memory.subarray(0, at.index).swap32()
  memory.subarray(at.index, at.blocks).swap16()
  return memory
}
