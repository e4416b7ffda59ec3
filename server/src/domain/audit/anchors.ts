/**
 * Checks the audit log against files outside the database: a check every five minutes, an anchor
 * once a day.
 */
import { buffer } from "node:stream/consumers";
import { raiseAlert } from "../../platform/alerts.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";
import {
  type Anchor,
  anchorKey,
  asAnchor,
  asCheckpoint,
  CHECKPOINT_KEY,
  type Fault,
  type Head,
} from "./anchor-model.ts";
import {
  anchorRows,
  type AnchorRow,
  type ChainState,
  checkChains,
  insertAnchor,
  missingHeads,
} from "./store/anchors.ts";
import { verifyArchives } from "./archive.ts";
import { fileHash, verifySignedFile, publicKeyOf, signedFile } from "./signed-file.ts";

/** Number of lines before the latest checkpoint that every check verifies again. */
const TAIL = 100;
const TYPE = "application/json";

async function bytesOf(store: FileStore, key: string): Promise<Buffer | undefined> {
  const found = await store.get(key);
  return found && buffer(found.stream);
}

type Read<Content> = {
  readonly content: Content | undefined;
  readonly publicKey: string | undefined;
  readonly hash: string | undefined;
  readonly fault: Fault | undefined;
};

/**
 * Reads a signed file and its fault: the file is missing, differs from its index entry, or has no
 * valid signature.
 */
async function readSignedFile<Content>(
  store: FileStore,
  key: string,
  { as, hash }: { as: (content: unknown) => Content | undefined; hash?: string },
): Promise<Read<Content>> {
  const bytes = await bytesOf(store, key);
  const wrong = (text: string) => ({
    content: undefined,
    publicKey: undefined,
    hash: undefined,
    fault: { subject: key, text },
  });
  if (!bytes) return wrong("审计校验文件不见了");
  const found = fileHash(bytes);
  if (hash !== undefined && found !== hash) return wrong("审计校验文件与登记不符");
  const opened = verifySignedFile(bytes);
  const content = opened && as(opened.content);
  if (!content) return wrong("审计校验文件的签名不对");
  return { content, publicKey: opened.publicKey, hash: found, fault: undefined };
}

/**
 * Returns the anchor file after the newest one in the index. It exists only when its writer stopped
 * before its index entry was committed, or when the index was truncated.
 */
async function findUnregisteredAnchor(store: FileStore, row: AnchorRow | undefined) {
  const key = anchorKey((row?.number ?? 0) + 1);
  if ((await bytesOf(store, key)) === undefined) return undefined;
  const read = await readSignedFile(store, key, { as: asAnchor });
  const follows = read.content?.previous === (row?.hash ?? "");
  const fault: Fault = { subject: key, text: "审计锚点的登记不见了" };
  return { ...read, follows, fault };
}

const faultsOf = (chains: readonly ChainState[]): Fault[] =>
  chains.flatMap(({ operatorId, brokenAt }) =>
    brokenAt === null
      ? []
      : [{ subject: operatorId, text: `审计记录第 ${brokenAt} 行起被改动或删除` }],
  );

/**
 * Returns the present head of every intact chain; a broken one keeps its known head, so that every
 * check finds the break.
 */
function headsAfter(chains: readonly ChainState[], known: readonly Head[]): Head[] {
  const before = new Map(known.map((head) => [head.operatorId, head]));
  return chains.flatMap(({ operatorId, seq, hash, brokenAt }) => {
    if (brokenAt === null && seq !== null && hash !== null) return [{ operatorId, seq, hash }];
    return before.get(operatorId) ?? [];
  });
}

/** Alerts operators to each fault once a day, and writes it to the log each time. */
async function alertFaults(context: Context, db: Db, faults: readonly Fault[]): Promise<void> {
  for (const { subject, text } of faults) {
    context.log.error({ subject, fault: text }, "the audit was altered");
    await raiseAlert(db, { kind: "audit_altered", subject, text, now: context.clock.sql() });
  }
}

/**
 * Alerts operators when a file was signed with a different key: this is correct only after a
 * rotation of APP_SECRET.
 */
async function alertKeyChange(
  context: Context,
  db: Db,
  { subject, publicKey }: { subject: string; publicKey: string },
): Promise<void> {
  const ours = publicKeyOf(context.secrets);
  if (publicKey === ours) return;
  context.log.warn({ subject, before: publicKey, now: ours }, "the key of the audit has changed");
  const text = "审计校验改用了新的密钥；如果没有更换 APP_SECRET，请立即核查";
  await raiseAlert(db, { kind: "audit_key", subject, text, now: context.clock.sql() });
}

/**
 * Checks the newest lines: every chain since the latest checkpoint, and its last hundred lines
 * before. Without a checkpoint it uses the newest anchor. Returns the faults, alerts operators to
 * them, and writes the next checkpoint.
 */
export async function checkNewestLines(
  context: Context,
  db: Db,
  store: FileStore,
): Promise<Fault[]> {
  const [row] = await anchorRows(db, 1);
  const anchor =
    row && (await readSignedFile(store, anchorKey(row.number), { as: asAnchor, hash: row.hash }));
  const latest = await readSignedFile(store, CHECKPOINT_KEY, { as: asCheckpoint });
  const known = latest.content?.heads ?? anchor?.content?.heads ?? [];
  const chains = await checkChains(db, known, TAIL);
  const isFirst = row === undefined && (await bytesOf(store, CHECKPOINT_KEY)) === undefined;
  // Before the first check of an installation no checkpoint is missing; lines that already exist
  // are reported as unproved.
  const missing: Fault = {
    subject: CHECKPOINT_KEY,
    text: "此前的审计记录没有校验点，从现在起校验",
  };
  const ofCheckpoint = isFirst ? (chains.length > 0 ? missing : undefined) : latest.fault;
  const today = shanghaiDay(context.clock.now().getTime());
  const next = await findUnregisteredAnchor(store, row);
  const cut = next?.content?.day === today ? undefined : next?.fault;
  const faults = [ofCheckpoint, anchor?.fault, cut, ...faultsOf(chains)].filter(
    (fault) => fault !== undefined,
  );
  await alertFaults(context, db, faults);
  if (latest.publicKey !== undefined) {
    await alertKeyChange(context, db, { subject: CHECKPOINT_KEY, publicKey: latest.publicKey });
  }
  const heads = headsAfter(chains, known);
  const isSame = latest.content && JSON.stringify(latest.content.heads) === JSON.stringify(heads);
  if (!isSame || latest.publicKey !== publicKeyOf(context.secrets)) {
    const checkpoint = { at: context.clock.now().getTime(), heads };
    await store.put(CHECKPOINT_KEY, signedFile(context.secrets, checkpoint), TYPE);
  }
  return faults;
}

/**
 * Once a day: checks every line and the newest anchor, and writes the next anchor, with a line in
 * the log. Returns the faults and alerts operators to them; returns undefined when the day already
 * has its anchor.
 */
export async function writeAnchor(
  context: Context,
  db: Db,
  store: FileStore,
): Promise<Fault[] | undefined> {
  const at = context.clock.now().getTime();
  const day = shanghaiDay(at);
  const [row] = await anchorRows(db, 1);
  if (row?.day === day) return undefined;
  const before =
    row && (await readSignedFile(store, anchorKey(row.number), { as: asAnchor, hash: row.hash }));
  const known = before?.content?.heads ?? [];
  const chains = await checkChains(db, known);
  const faults = [before?.fault, ...faultsOf(chains)].filter((fault) => fault !== undefined);
  await alertFaults(context, db, faults);
  const number = (row?.number ?? 0) + 1;
  if (before?.publicKey !== undefined) {
    await alertKeyChange(context, db, { subject: anchorKey(number), publicKey: before.publicKey });
  }
  const next = await findUnregisteredAnchor(store, row);
  if (next && !(next.follows && next.content?.day === day)) {
    // Never overwrite an existing file: the audit log is compared with it.
    await alertFaults(context, db, [next.fault]);
    return [...faults, next.fault];
  }
  const broken = chains.filter(({ brokenAt }) => brokenAt !== null);
  const anchor: Anchor = {
    number,
    day,
    at,
    previous: row?.hash ?? "",
    heads: headsAfter(chains, known),
    broken: broken.map(({ operatorId }) => operatorId),
  };
  const bytes = signedFile(context.secrets, anchor);
  const hash = fileHash(bytes);
  const isWritten = await transaction(db, async (tx) => {
    // A process that inserts the same number waits here, and then leaves the file unchanged.
    if (!(await insertAnchor(tx, { number, day, hash }, context.clock.sql()))) return false;
    await store.put(anchorKey(number), bytes, TYPE);
    return true;
  });
  if (!isWritten) return undefined;
  const publicKey = publicKeyOf(context.secrets);
  const { heads } = anchor;
  context.log.info({ number, day, hash, publicKey, heads }, "the audit was anchored");
  return faults;
}

export type AuditVerification = {
  readonly anchors: number;
  readonly chains: number;
  readonly faults: readonly Fault[];
  /** The public keys that signed, SPKI in base64, each with the number of its first anchor. */
  readonly keys: readonly { readonly publicKey: string; readonly since: number }[];
};

/** Verifies everything from the first line and the first anchor on; changes nothing. */
export async function verifyAudit(db: Db, store: FileStore): Promise<AuditVerification> {
  const faults: Fault[] = [];
  const keys: { publicKey: string; since: number }[] = [];
  let previous = "";
  let newest: readonly Head[] = [];
  const missing: { readonly number: number; readonly head: Head }[] = [];
  const rows = (await anchorRows(db)).toReversed();
  for (const [index, { number, hash }] of rows.entries()) {
    const subject = anchorKey(number);
    if (number !== index + 1) faults.push({ subject, text: "之前的审计锚点登记不见了" });
    const { content, publicKey, fault } = await readSignedFile(store, subject, {
      as: asAnchor,
      hash,
    });
    if (fault) faults.push(fault);
    else if (content?.previous !== previous || content.number !== number) {
      faults.push({ subject, text: "审计锚点与前一个不相连" });
    }
    if (content) {
      newest = content.heads;
      for (const head of await missingHeads(db, content.heads)) missing.push({ number, head });
    }
    if (publicKey !== undefined && keys.at(-1)?.publicKey !== publicKey) {
      keys.push({ publicKey, since: number });
    }
    previous = hash;
  }
  const latest = await readSignedFile(store, CHECKPOINT_KEY, { as: asCheckpoint });
  const chains = await checkChains(db, latest.content?.heads ?? newest);
  const archives = await verifyArchives(
    db,
    store,
    missing.map(({ head }) => head),
  );
  const lost = missing.filter(({ head }) => !archives.holds(head));
  faults.push(
    ...lost.map(({ number, head: { operatorId, seq } }) => ({
      subject: operatorId,
      text: `锚点 ${number} 中的审计记录第 ${seq} 行被改动或删除`,
    })),
    ...archives.faults,
    ...faultsOf(chains),
  );
  if (latest.fault) faults.push(latest.fault);
  return { anchors: rows.length, chains: chains.length, faults, keys };
}
