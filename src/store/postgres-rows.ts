/** Size of the rows that hold a compiled graph: pg decodes a row on the event loop, about a millisecond each megabyte. */
export const CHUNK_BYTES = 2_097_152
