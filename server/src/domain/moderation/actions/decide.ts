/** Applies what the provider or an operator decides about a nickname or a picture. */
import { buffer } from "node:stream/consumers";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import type { OutboxHandlers } from "../../../platform/jobs/outbox.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { invariant, Outage, Refusal } from "../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { blockAdopted, pictureOf } from "../../files/actions.ts";
import { resetAvatar, resetNickname } from "../../members/actions.ts";
import type { Screened, Screener } from "../port.ts";
import { type CaseEnd, type CaseRow, findCase, findCaseById, moveCase } from "../store.ts";
import { SCREEN_TOPIC } from "./open.ts";

type ScreenDeps = {
  /** Undefined where no provider is connected: a person decides everything. */
  readonly screener: Screener | undefined;
  readonly store: Pick<FileStore, "get">;
};

/** Who blocks a picture that the provider rejected: no person. */
const NO_PERSON = "00000000-0000-0000-0000-000000000000";

/** Takes a rejected nickname or picture away, unless the member has replaced it meanwhile. */
async function takeAway(
  { clock }: Context,
  tx: Tx,
  { memberId, nickname, fileId, kind }: CaseRow,
  { note, decidedBy }: Pick<CaseEnd, "note" | "decidedBy">,
): Promise<void> {
  if (nickname !== null) return resetNickname(tx, { memberId, nickname });
  invariant(fileId !== null, "what is no nickname is a picture");
  if (kind === "avatar") await resetAvatar(tx, { memberId, fileId });
  const by = decidedBy ?? NO_PERSON;
  await blockAdopted(tx, { fileId, by, reason: note ?? "未通过审核" }, clock.sql());
}

const whats = { nickname: "昵称", avatar: "头像", ticket: "工单图片" } as const;

/** Applies one event in the caller's transaction. Returns false when it may not happen any more. */
async function apply(context: Context, tx: Tx, row: CaseRow, end: CaseEnd): Promise<boolean> {
  if (!(await moveCase(tx, row, end, context.clock.sql()))) return false;
  const { memberId, id, state: from } = row;
  const to = { hold: "REVIEW", pass: "PASSED", reject: "REJECTED" }[end.event];
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "moderation",
    entityId: id,
    name: end.event,
    from,
    to,
    ...(end.note === null ? {} : { reason: end.note }),
    actor: end.decidedBy === null ? { kind: "supplier" } : { kind: "operator", id: end.decidedBy },
  });
  if (end.event !== "reject") return true;
  await takeAway(context, tx, row, end);
  const data = { what: whats[row.kind], reason: end.note ?? "不符合平台规范" };
  await publishEvent(context, tx, { memberId, kind: "moderation.rejected", ref: id, data });
  return true;
}

/** Returns what the provider sees; undefined for a picture that does not exist any more. */
async function subjectOf(
  context: Context,
  db: Db,
  store: Pick<FileStore, "get">,
  { nickname, fileId }: CaseRow,
): Promise<Screened | undefined> {
  if (nickname !== null) return { kind: "text", text: nickname };
  const picture = fileId === null ? undefined : await pictureOf(context, db, fileId);
  const found = picture && (await store.get(picture.storeKey));
  if (!picture || !found) return undefined;
  return {
    kind: "picture",
    type: picture.type,
    base64: (await buffer(found.stream)).toString("base64"),
  };
}

/** After so many calls without an answer a person decides. */
const TRIES_MAX = 5;

async function screen(
  context: Context,
  db: Db,
  { screener, store }: ScreenDeps,
  { row, attempt }: { readonly row: CaseRow; readonly attempt: number },
): Promise<CaseEnd> {
  const held = (note: string): CaseEnd => ({ event: "hold", note, decidedBy: null });
  if (!screener) return held("没有接入自动审核");
  const subject = await subjectOf(context, db, store, row);
  if (!subject) return { event: "pass", note: "图片已删除", decidedBy: null };
  const verdict = await screener.screen(row.id, subject);
  switch (verdict.state) {
    case "pass":
      return { event: "pass", note: null, decidedBy: null };
    case "reject":
      return { event: "reject", note: verdict.label, decidedBy: null };
    case "review":
      return held(verdict.label);
    case "unknown":
      if (attempt < TRIES_MAX) throw new Outage("moderation", verdict.reason);
      return held("自动审核没有应答");
  }
}

/** The outbox handler that screens one nickname or picture. */
export const moderationHandlers = (context: Context, db: Db, deps: ScreenDeps): OutboxHandlers => ({
  [SCREEN_TOPIC]: async ({ memberId, payload: { caseId }, attempt }) => {
    invariant(typeof caseId === "string", "a message names its case");
    const row = await findCase(db, { memberId, id: caseId });
    if (row?.state !== "SCREENING") return;
    const end = await screen(context, db, deps, { row, attempt });
    await transaction(db, (tx) => apply(context, tx, row, end));
  },
});

export type Decision = {
  readonly caseId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly event: "pass" | "reject";
};

/**
 * Lets a nickname or picture stand, or takes it away. Refuses NOT_FOUND, STATE_CHANGED, OWN_ACCOUNT,
 * and INPUT_INVALID {field, text} for a reason that members must not read.
 */
export async function decideCase(context: Context, db: Db, decision: Decision): Promise<CaseRow> {
  const { caseId, operatorId, reason, event } = decision;
  if (event === "reject") refuseInducement("reason", reason);
  await transaction(db, async (tx) => {
    const row = await findCaseById(tx, caseId);
    if (!row) throw new Refusal("NOT_FOUND");
    refuseOwnAccount(operatorId, row.memberId);
    const end = { event, note: reason, decidedBy: operatorId } as const;
    if (!(await apply(context, tx, row, end))) throw new Refusal("STATE_CHANGED");
  });
  const row = await findCaseById(db, caseId);
  invariant(row, "a decided case is found");
  return row;
}
