/** Maps operators' operations on reconciliation and manual adjustments to actions. */
import type { Input } from "@yunjing/contract/operations";
import type { Adjustment } from "@yunjing/contract/schemas/operators/adjustments";
import type { CaseNote, ReconciliationCase } from "@yunjing/contract/schemas/operators/books";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import { memberFilterOf, memberIdOf, memberNames } from "../members/actions.ts";
import { listMerges } from "../merging/actions.ts";
import {
  type AdjustmentDetail,
  listAdjustments,
  assignCase,
  commentCase,
  balanceSheet,
  caseCounts,
  dismissCase,
  freezeByOperator,
  type FreezeRequest,
  latestRuns,
  listCases,
  listFreezes,
  readCaseNotes,
  readCaseView,
  type ShownCase,
  proposeAdjustment,
  thawByOperator,
} from "./actions.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const operatorIdsOf = (actors: readonly string[]) => actors.filter((actor) => UUID.test(actor));

const PAGE_SIZE = 20;
const MERGES_MAX = 100;

/** A cursor is the last case's opening in ms and its id. */
function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [, at, caseId] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (at === undefined || caseId === undefined) throw new Refusal("BAD_REQUEST");
  return { at: Number(at), caseId };
}

async function freezeRequestOf(
  db: Db,
  { asset, reason, ...named }: Input<"operatorBooks", "freeze">,
  call: Call,
): Promise<FreezeRequest> {
  const memberId = await memberIdOf(db, named);
  return { memberId, asset, reason, operatorId: memberOf(call).memberId };
}

/** Adds the member's number to cases that are about a member. */
async function withNumbers(
  db: Db,
  cases: readonly ShownCase[],
  namesOf: NamesOf,
): Promise<ReconciliationCase[]> {
  const names = await memberNames(
    db,
    cases.map(({ memberId }) => memberId),
  );
  const nameOf = await namesOf(
    db,
    cases.flatMap(({ assigneeId }) => assigneeId ?? []),
  );
  return cases.map(({ assigneeId: id, ...one }) => ({
    ...one,
    ...(one.memberId === undefined ? {} : { memberNo: names(one.memberId).memberNo }),
    ...(id === undefined ? {} : { assignee: { id, name: nameOf(id) } }),
  }));
}

/** Returns a case's timeline with the names of the operators. */
async function notesOf(db: Db, caseId: string, namesOf: NamesOf): Promise<CaseNote[]> {
  const notes = await readCaseNotes(db, caseId);
  const ids = notes.flatMap(({ by, toId }) => (toId === null ? [by] : [by, toId]));
  const nameOf = await namesOf(db, ids);
  return notes.map(({ at, kind, by, toId, text }) => ({
    at,
    kind,
    text,
    by: { id: by, name: nameOf(by) },
    ...(toId === null ? {} : { to: { id: toId, name: nameOf(toId) } }),
  }));
}

/** What the routes need of the operators, who are in a higher module. */
export type BooksDeps = {
  readonly namesOf: NamesOf;
  /** Returns the operators with a permission, by name. */
  readonly operatorsWith: (
    db: Db | Tx,
    wanted: { readonly permission: string; readonly memberId?: string },
  ) => Promise<{ id: string; name: string }[]>;
};

const SETTLES = "ledger:adjust";

export const operatorBooksRoutes = (
  context: Context,
  db: Db,
  { namesOf, operatorsWith }: BooksDeps,
): Handlers<"operatorBooks"> => ({
  balance: () => balanceSheet(db),
  runs: async ({ kind }) => ({ list: await latestRuns(db, kind) }),
  cases: async (
    { cursor, state, class: one, assignee, page = 1, pageSize = PAGE_SIZE, ...named },
    call,
  ) => {
    const memberId = await memberFilterOf(db, named);
    if (memberId === null) throw new Refusal("NOT_FOUND", { field: "memberNo" });
    const assigneeId =
      assignee === undefined ? undefined : assignee === "mine" ? memberOf(call).memberId : null;
    const filter = { state, class: one, memberId, assigneeId, before: readCursor(cursor) };
    const found = await listCases(context, db, { ...filter, count: pageSize + 1 });
    const list = found.slice(0, pageSize);
    const last = list.at(-1);
    const hasMore = found.length > pageSize;
    return {
      list: await withNumbers(db, list, namesOf),
      page,
      pageSize,
      hasMore,
      ...(hasMore && last ? { nextCursor: `${last.openedAt}.${last.caseId}` } : {}),
    };
  },
  counts: () => caseCounts(context, db),
  merges: async ({ memberId }) => {
    const list = await listMerges(db, { memberId, limit: MERGES_MAX });
    const names = await memberNames(
      db,
      list.flatMap(({ fromId, intoId, actor }) => [fromId, intoId, actor]),
    );
    return {
      list: list.map((row) => ({
        ...row,
        fromNo: names(row.fromId).memberNo,
        intoNo: names(row.intoId).memberNo,
        actorName: names(row.actor).nickname,
      })),
    };
  },
  case: async ({ caseId }) => {
    const found = await readCaseView(context, db, caseId);
    const [one] = await withNumbers(db, [found], namesOf);
    invariant(one, "one case has one view");
    return { ...one, notes: await notesOf(db, caseId, namesOf) };
  },
  colleagues: async () => ({ list: await operatorsWith(db, { permission: SETTLES }) }),
  assign: async ({ caseId, toId, fromId, reason }, call) => {
    const maySettle = async (tx: Tx, memberId: string) =>
      (await operatorsWith(tx, { permission: SETTLES, memberId })).length > 0;
    const { memberId: by } = memberOf(call);
    await assignCase(context, db, { caseId, toId, fromId, reason, by, maySettle });
    return {};
  },
  comment: async ({ caseId, text }, call) => {
    await commentCase(context, db, { caseId, text, by: memberOf(call).memberId });
    return {};
  },
  propose: async ({ caseId, account, amount, reason, ...named }, call) => {
    const { memberId: maker } = memberOf(call);
    const memberId = await memberIdOf(db, named);
    const wanted = { caseId, memberId, account, amount, reason, maker, key: call.key };
    return { approvalId: await proposeAdjustment(context, db, wanted) };
  },
  dismiss: async ({ caseId, reason }, call) => {
    await dismissCase(context, db, { caseId, reason, by: memberOf(call).memberId });
    return {};
  },
  freezes: async () => {
    const list = await listFreezes(db);
    const names = await memberNames(
      db,
      list.map(({ memberId }) => memberId),
    );
    // An actor may be the system, which has no name.
    const nameOf = await namesOf(db, operatorIdsOf(list.map(({ actor }) => actor)));
    return {
      list: list.map((row) => ({
        ...row,
        member: names(row.memberId),
        actorName: nameOf(row.actor),
      })),
    };
  },
  freeze: async (input, call) => {
    await freezeByOperator(context, db, await freezeRequestOf(db, input, call));
    return {};
  },
  thaw: async (input, call) => {
    await thawByOperator(context, db, await freezeRequestOf(db, input, call));
    return {};
  },
});

/** Adds the names of the member, of the maker and of the checker. */
async function shown(
  db: Db,
  list: readonly AdjustmentDetail[],
  namesOf: NamesOf,
): Promise<Adjustment[]> {
  const names = await memberNames(
    db,
    list.map(({ memberId }) => memberId),
  );
  const nameOf = await namesOf(
    db,
    list.flatMap(({ maker, checker }) => (checker === null ? [maker] : [maker, checker])),
  );
  return list.map(({ checker, decision, decidedAt, ...adjustment }) => ({
    ...adjustment,
    member: names(adjustment.memberId),
    makerName: nameOf(adjustment.maker),
    ...(checker === null ? {} : { checker, checkerName: nameOf(checker) }),
    ...(decision === null ? {} : { decision }),
    ...(decidedAt === null ? {} : { decidedAt }),
  }));
}

export const operatorAdjustmentsRoutes = (
  context: Context,
  db: Db,
  namesOf: NamesOf,
): Handlers<"operatorAdjustments"> => {
  return {
    list: async ({ state = "waiting" }) => ({
      list: await shown(db, await listAdjustments(context, db, state), namesOf),
    }),
    propose: async ({ account, amount, reason, ...named }, call) => {
      const { memberId: maker } = memberOf(call);
      const memberId = await memberIdOf(db, named);
      const wanted = { memberId, account, amount, reason, maker, key: call.key };
      return { approvalId: await proposeAdjustment(context, db, wanted) };
    },
  };
};
