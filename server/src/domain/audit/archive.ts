/**
 * Archives the oldest lines of operators' chains, and verifies the archived ones: each file has the
 * registered hash, and its lines continue the chain up to the first line in the database.
 */
import {
  ARCHIVE_SLICE,
  archiveKey,
  type ArchiveSource,
  readArchiveLines,
} from "../../platform/archive.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { auditArchiveLines } from "../../sql/audit.ts";
import type { Fault, Head } from "./anchor-model.ts";
import {
  type ArchivedPart,
  archivedParts,
  checkArchivedLines,
  oldestLines,
} from "./store/archive.ts";

export const auditArchive = (context: Context): ArchiveSource => ({
  name: "audit",
  keptDays: () => context.settings.auditKeptDays,
  next: async (db, before) => {
    const found = await oldestLines(db, before, ARCHIVE_SLICE);
    if (!found) return undefined;
    const { operatorId, lastSeq, ...slice } = found;
    return {
      ...slice,
      remove: (tx, archive) =>
        auditArchiveLines(tx, { member: operatorId, lastSeq, archive, now: context.clock.sql() }),
    };
  },
});

/** Reads the lines of one file; a text says what is wrong with it. */
async function linesOf(store: FileStore, part: ArchivedPart): Promise<readonly string[] | Fault> {
  const subject = archiveKey("audit", part.archiveId);
  const file = { source: "audit", id: part.archiveId, hash: part.fileHash } as const;
  const found = await readArchiveLines(store, file);
  if (found === "missing") return { subject, text: "审计归档文件不见了" };
  if (found === "changed") return { subject, text: "审计归档文件与登记不符" };
  return found;
}

export type ArchiveVerification = {
  readonly faults: readonly Fault[];
  /** Returns whether an archived line with this number and hash exists. */
  readonly holds: (head: Head) => boolean;
};

/**
 * Verifies every archived line from the first on. `heads` are the ends of chains that anchors name;
 * those among the archived lines are found by `holds`.
 */
export async function verifyArchives(
  db: Db,
  store: FileStore,
  heads: readonly Head[],
): Promise<ArchiveVerification> {
  const faults: Fault[] = [];
  const wanted = new Set(heads.map(({ operatorId, seq }) => `${operatorId}:${seq}`));
  const found = new Map<string, string>();
  const ends = new Map<string, { readonly seq: number; readonly hash: string }>();
  for (const part of await archivedParts(db)) {
    const { operatorId } = part;
    const lines = await linesOf(store, part);
    if ("text" in lines) faults.push(lines);
    else {
      const before = ends.get(operatorId);
      const { unsoundAt, hashes } = await checkArchivedLines(db, { operatorId, lines, before });
      if (unsoundAt !== null)
        faults.push({
          subject: operatorId,
          text: `归档的审计记录第 ${unsoundAt} 行起被改动或删除`,
        });
      for (const { seq, hash } of hashes) {
        const key = `${operatorId}:${seq}`;
        if (wanted.has(key)) found.set(key, hash);
      }
      const last = hashes.at(-1);
      if (last?.seq !== part.lastSeq || last.hash !== part.hash)
        faults.push({ subject: operatorId, text: `归档的审计记录没有到第 ${part.lastSeq} 行` });
    }
    ends.set(operatorId, { seq: part.lastSeq, hash: part.hash });
  }
  return {
    faults,
    holds: ({ operatorId, seq, hash }) => found.get(`${operatorId}:${seq}`) === hash,
  };
}
