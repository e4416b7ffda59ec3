/**
 * A temporary file that stores a partner's statement of a day until it is read; on disk, because it
 * may be long.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";

/** Half a gigabyte: some millions of lines, and not enough to fill a disk. */
export const BUFFER_BYTES_MAX = 536_870_912;

export type FileBuffer = {
  write(chunk: Uint8Array): Promise<void>;
  /** Yields what was written, line by line, without line ends. */
  lines(): AsyncGenerator<string>;
  close(): Promise<void>;
};

export class FileBufferFull extends Error {}

/**
 * Opens an empty buffer. The file is already deleted from its folder, so a crashed process leaves
 * nothing behind.
 */
export async function openFileBuffer(): Promise<FileBuffer> {
  const folder = await mkdtemp(join(tmpdir(), "yunjing-bill-"));
  const handle = await open(join(folder, "bill"), "wx+", 0o600);
  await rm(folder, { recursive: true });
  let size = 0;
  return {
    async write(chunk) {
      if (size + chunk.byteLength > BUFFER_BYTES_MAX)
        throw new FileBufferFull("the account is too long");
      let done = 0;
      while (done < chunk.byteLength) {
        const left = chunk.byteLength - done;
        const { bytesWritten } = await handle.write(chunk, done, left, size + done);
        done += bytesWritten;
      }
      size += chunk.byteLength;
    },
    lines: () => linesOf(handle.createReadStream({ start: 0, autoClose: false })),
    close: () => handle.close(),
  };
}

/** Splits chunks into lines; a line ends with LF or CR LF and with nothing else. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    const parts = (rest + decoder.write(Buffer.from(chunk))).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield part.endsWith("\r") ? part.slice(0, -1) : part;
  }
  rest += decoder.end();
  if (rest !== "") yield rest.endsWith("\r") ? rest.slice(0, -1) : rest;
}
