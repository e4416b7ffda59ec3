/**
 * Marks of an export, by which a copy of its file is recognised: an order of the rows that no other
 * export has, and the place of a row without an owner.
 */
import type { Context } from "../../platform/context.ts";

const BITS = 256;

/** Returns 32 bytes that only this server can compute for an export. */
export const markOf = (
  { secrets }: Pick<Context, "secrets">,
  exportId: string,
  use: string,
): Buffer => secrets.mac("export-mark", `${exportId}:${use}`);

/**
 * Returns the rows of a part with some neighbours exchanged. Pair `n` of the whole export has bit
 * `n` of a sequence that belongs to the export alone; `first` is the number of rows before the part
 * and is even in every part but the last.
 */
export function inMarkedOrder<Row>(
  context: Pick<Context, "secrets">,
  exportId: string,
  { rows, first }: { readonly rows: readonly Row[]; readonly first: number },
): Row[] {
  const marked = [...rows];
  for (let at = 0; at + 1 < marked.length; at += 2) {
    const pair = (first + at) / 2;
    const bits = blockOf(context, exportId, Math.floor(pair / BITS));
    const bit = pair % BITS;
    if (((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1) {
      marked.splice(at, 2, ...marked.slice(at, at + 2).toReversed());
    }
  }
  return marked;
}

const blocks = new Map<string, Buffer>();
const BLOCKS_MAX = 64;

/** The sequence in blocks of 256 bits; a part needs two or three of them. */
function blockOf(context: Pick<Context, "secrets">, exportId: string, block: number): Buffer {
  const name = `order:${block}`;
  const key = `${exportId}:${name}`;
  const known = blocks.get(key);
  if (known) return known;
  if (blocks.size >= BLOCKS_MAX) blocks.clear();
  const made = markOf(context, exportId, name);
  blocks.set(key, made);
  return made;
}

/** Returns the place of the marked row among `rows` rows of the first part. */
export const canaryPlace = (
  context: Pick<Context, "secrets">,
  exportId: string,
  rows: number,
): number => markOf(context, exportId, "place").readUInt32BE() % (rows + 1);
