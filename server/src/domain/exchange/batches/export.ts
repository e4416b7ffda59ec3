/**
 * Exports the codes of a batch as an encrypted file for its maker. Another person claims the key,
 * once.
 */
import { createCipheriv, hkdfSync } from "node:crypto";
import { Readable } from "node:stream";
import { setImmediate as othersTurn } from "node:timers/promises";
import {
  CHUNK_BYTES,
  CSV_HEAD,
  FILE_MAGIC,
  KEY_INFO,
  keyOfBytes,
  nonceOf,
  SALT_BYTES,
  formatKey,
} from "@yunjing/contract/code-file";
import { parseCode, formatCode } from "@yunjing/contract/exchange-code";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import { codeSealContext } from "../model.ts";
import { recordStep } from "./history.ts";
import { findVisibleBatch } from "./read.ts";
import {
  recordExport,
  type SealedCode,
  sealedCodes,
  claimExportKey,
  exportKeyRefusalOf,
} from "./store/export.ts";

/** Batch states in which codes can be exported. */
const STATES: readonly string[] = ["active", "paused"];
/** Rows in memory at a time. Opening this many sealed codes takes some milliseconds. */
const PAGE = 500;

/**
 * Derives the key, so that it is stored nowhere. It is the same for the same batch, and needs this
 * server's secret.
 */
const exportKeyOf = ({ secrets }: Context, batchId: string): string =>
  keyOfBytes(secrets.mac("code-export", batchId));

const HOUR_MS = 3_600_000;
/** `2026-12-31 23:59` in China time. */
const minuteOf = (ms: number): string =>
  new Date(ms + 8 * HOUR_MS).toISOString().slice(0, 16).replace("T", " ");

/** Our own codes in groups, imported codes as they were issued. */
const shown = (folded: string): string =>
  parseCode(folded).form === "own" ? formatCode(folded) : folded;

function lineOf(context: Context, origin: string, sealed: SealedCode): string {
  const { serial, codeId, codeSealed, validFrom, validUntil } = sealed;
  const code = shown(context.secrets.open(codeSealed, codeSealContext(codeId)));
  // The code is in the URL fragment, which browsers do not send to servers.
  const link = `${origin}/pages/exchange/manifest#code=${code}`;
  return `${serial},${code},${link},${minuteOf(validFrom)},${minuteOf(validUntil)}\r\n`;
}

async function* csvOf(context: Context, db: Db, { batchId, origin }: ExportRequest) {
  yield Buffer.from(`\uFEFF${CSV_HEAD}\r\n`);
  for (let after = 0; ; ) {
    const page = await sealedCodes(db, { batchId, after, limit: PAGE });
    const last = page.at(-1);
    if (!last) return;
    yield Buffer.from(page.map((code) => lineOf(context, origin, code)).join(""));
    after = last.serial;
    await othersTurn();
  }
}

/**
 * Encrypts the stream chunk by chunk (contract/src/code-file.ts). Never holds more than a chunk and
 * a page in memory.
 */
async function* sealedFile(context: Context, key: string, csv: AsyncIterable<Buffer>) {
  // One salt per file, so that the same key never encrypts two files with the same nonces.
  const salt = context.random.bytes(SALT_BYTES);
  const header = Buffer.concat([Buffer.from(FILE_MAGIC), salt]);
  const fileKey = Buffer.from(hkdfSync("sha256", key, salt, KEY_INFO, 32));
  let number = 0;
  const seal = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(number++, isLast));
    cipher.setAAD(header);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  yield header;
  let held = Buffer.alloc(0);
  for await (const piece of csv) {
    held = Buffer.concat([held, piece]);
    // The last chunk must not be empty, so a full chunk waits until more data follows.
    for (; held.length > CHUNK_BYTES; held = held.subarray(CHUNK_BYTES)) {
      yield seal(held.subarray(0, CHUNK_BYTES), false);
    }
  }
  yield seal(held, true);
}

type ExportRequest = {
  readonly batchId: string;
  readonly memberId: string;
  /** The origin of the links. */
  readonly origin: string;
};

/**
 * Exports the codes that can still be redeemed, as often as the maker requests; each export is
 * recorded. Only the maker can download the file, because the person with the key could open it.
 * Refuses NOT_FOUND to all others, BATCH_STATE before the approval.
 */
export async function exportCodes(
  context: Context,
  db: Db,
  wanted: ExportRequest,
): Promise<Readable> {
  const { batchId, memberId } = wanted;
  const batch = await findVisibleBatch(db, { memberId, maySeeAll: false }, batchId);
  if (!STATES.includes(batch.state)) throw new Refusal("BATCH_STATE");
  await transaction(db, async (tx) => {
    await recordExport(tx, batchId, context.clock.sql());
    await recordStep(context, tx, batch, { name: "exported", actorId: memberId });
  });
  const csv = csvOf(context, db, wanted);
  return Readable.from(sealedFile(context, exportKeyOf(context, batchId), csv), {
    objectMode: false,
  });
}

type KeyRequest = { readonly batchId: string; readonly memberId: string; readonly key: string };

/** Returns the key as it is shown to the person who claimed it. */
export const shownExportKey = (context: Context, batchId: string): string =>
  formatKey(exportKeyOf(context, batchId));

/** Records that one other person has the key. Refuses as `revealExportKey` does. */
export async function claimKey(
  context: Context,
  tx: Tx,
  { batchId, memberId }: Pick<KeyRequest, "batchId" | "memberId">,
): Promise<void> {
  const batch = await findVisibleBatch(tx, { memberId, maySeeAll: true }, batchId);
  if (batch.makerId === memberId) throw new Refusal("NO_PERMISSION");
  if (!STATES.includes(batch.state)) throw new Refusal("BATCH_STATE");
  const taken = { batchId, by: memberId, now: context.clock.sql() };
  if (!(await claimExportKey(tx, taken))) throw new Refusal(await exportKeyRefusalOf(tx, batchId));
  await recordStep(context, tx, batch, { name: "export_key_taken", actorId: memberId });
}

/**
 * Reveals the key of the file to one other person, once. A retry of the same call returns the same
 * key; every later call is refused. Refuses NOT_FOUND, NO_PERMISSION to the maker, BATCH_STATE
 * before the approval and before the maker downloaded the file, APPROVAL_EXPIRED 24 hours after
 * that, EXPORT_KEY_TAKEN.
 */
export async function revealExportKey(
  context: Context,
  db: Db,
  { batchId, memberId, key }: KeyRequest,
): Promise<{ readonly key: string }> {
  const batch = await findVisibleBatch(db, { memberId, maySeeAll: true }, batchId);
  if (batch.makerId === memberId) throw new Refusal("NO_PERMISSION");
  const intent = { memberId, route: "batches.exportKey", key, body: { batchId } };
  await onceForMember(context, db, intent, async (tx) => {
    await claimKey(context, tx, { batchId, memberId });
    return {};
  });
  return { key: shownExportKey(context, batchId) };
}
