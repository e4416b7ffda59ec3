/** The codes of a batch as a sealed file for its maker; the key of it goes to another person, once. */
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
import type { Db } from "../../../platform/database/pool.ts";
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
} from "./export-store.ts";

/** States in which codes are handed out. */
const STATES: readonly string[] = ["active", "paused"];
/** Rows in memory at a time; opening so many costs some milliseconds. */
const PAGE = 500;

/** Derived, so that it is stored nowhere: the same for the same batch, and of no use without this server's secret. */
const exportKeyOf = ({ secrets }: Context, batchId: string): string =>
  keyOfBytes(secrets.mac("code-export", batchId));

const HOUR_MS = 3_600_000;
/** `2026-12-31 23:59` in China's time. */
const minuteOf = (ms: number): string =>
  new Date(ms + 8 * HOUR_MS).toISOString().slice(0, 16).replace("T", " ");

/** Our own codes in groups, others as they were issued. */
const shown = (folded: string): string =>
  parseCode(folded).form === "own" ? formatCode(folded) : folded;

function lineOf(context: Context, origin: string, sealed: SealedCode): string {
  const { serial, codeId, codeSealed, validFrom, validUntil } = sealed;
  const code = shown(context.secrets.open(codeSealed, codeSealContext(codeId)));
  // The code stands in the fragment, which no server is told.
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

/** Seals what comes, chunk by chunk (contract/src/code-file.ts); never more than a chunk and a page in memory. */
async function* sealedFile(context: Context, key: string, csv: AsyncIterable<Buffer>) {
  // A salt for each file: the same key never seals two files with the same nonces.
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
    // The last chunk is never empty, so a full one waits until something follows it.
    for (; held.length > CHUNK_BYTES; held = held.subarray(CHUNK_BYTES)) {
      yield seal(held.subarray(0, CHUNK_BYTES), false);
    }
  }
  yield seal(held, true);
}

type ExportRequest = {
  readonly batchId: string;
  readonly memberId: string;
  /** Where the links lead. */
  readonly origin: string;
};

/**
 * The codes that can still be redeemed, as often as their maker asks; each time is written down. Only the maker has the
 * file, since whoever takes the key could open it. Refuses NOT_FOUND to all others, BATCH_STATE before the approval.
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

/**
 * The key of the file, to one other person, once: the same call sent again is answered alike, every later one refused.
 * Refuses NOT_FOUND, NO_PERMISSION to the maker, BATCH_STATE before the approval and before the maker took the file,
 * APPROVAL_EXPIRED 24 hours after that, EXPORT_KEY_TAKEN.
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
    if (!STATES.includes(batch.state)) throw new Refusal("BATCH_STATE");
    const taken = { batchId, by: memberId, now: context.clock.sql() };
    if (!(await claimExportKey(tx, taken)))
      throw new Refusal(await exportKeyRefusalOf(tx, batchId));
    await recordStep(context, tx, batch, { name: "export_key_taken", actorId: memberId });
    return {};
  });
  return { key: formatKey(exportKeyOf(context, batchId)) };
}
