/** Maps the operations of the approvals inbox to its actions, with names beside ids. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { withoutNulls } from "../../platform/http/fields.ts";
import {
  approvalObject,
  colleaguesFor,
  decideInInbox,
  findInInbox,
  type InboxDeps,
  listInbox,
  passOnInInbox,
  readAssignees,
} from "../approvals/actions.ts";
import type { ApprovalAction, ApprovalSummary } from "../approvals/port.ts";
import type { TwoPersonApproval } from "../approvals/model.ts";
import { memberLabels } from "../members/actions.ts";
import { operatorNames } from "./actions/read.ts";
import { readActiveOperators } from "./store/accounts.ts";

const PAGE_SIZE = 50;

type Line = Output<"operatorApprovals", "list">["list"][number];
type Named = ApprovalSummary & { readonly id: string; readonly kind: TwoPersonApproval };

/** Returns the lines as the contract shows them; one statement reads all names. */
async function named(db: Db, found: readonly Named[]): Promise<Line[]> {
  const waiting = found.filter(({ state }) => state === "waiting");
  const assignees = await readAssignees(
    db,
    waiting.map(({ id }) => approvalObject(id)),
  );
  const ids = found.flatMap(({ maker, checker }) => [
    maker,
    ...(checker === null ? [] : [checker]),
  ]);
  const nameOf = await operatorNames(db, [...ids, ...assignees.values()]);
  const person = (id: string) => ({ id, name: nameOf(id) });
  return found.map((one) => {
    const { kind, title, subject, reason, state, createdAt, expiresAt } = one;
    const { amountFen, decision, decidedAt, checker } = one;
    const assignee = assignees.get(approvalObject(one.id));
    return {
      approvalId: one.id,
      kind,
      title,
      subject,
      reason,
      state,
      createdAt,
      expiresAt,
      maker: person(one.maker),
      ...withoutNulls({ amountFen, decision, decidedAt }),
      ...(checker === null ? {} : { checker: person(checker) }),
      ...(assignee === undefined ? {} : { assignee: person(assignee) }),
    };
  });
}

export function operatorApprovalRoutes(
  context: Context,
  db: Db,
  deps: InboxDeps,
): Handlers<"operatorApprovals"> {
  const decide =
    (action: ApprovalAction) =>
    async (
      { approvalId: id, etag, reason }: { approvalId: string; etag: string; reason: string },
      call: Call,
    ) => {
      const reader = memberOf(call);
      const decision = { reader, key: call.key, id, action, etag, reason };
      const decided = await decideInInbox(context, db, deps, decision);
      // Only a waiting proposal is decided.
      const { state } = decided;
      call.noteChange?.({ object: id, before: { state: "waiting" }, after: { state } });
      return decided;
    };
  return {
    list: async ({ box, kind, cursor, pageSize = PAGE_SIZE }, call) => {
      const wanted = { reader: memberOf(call), box, kind, cursor, pageSize };
      const { list, nextCursor } = await listInbox(context, db, deps, wanted);
      return {
        list: await named(db, list),
        ...(nextCursor === undefined ? {} : { nextCursor }),
      };
    },
    detail: async ({ approvalId: id }, call) => {
      const found = await findInInbox(context, db, deps, { reader: memberOf(call), id });
      const [line] = await named(db, [found]);
      if (!line) throw new Error("one approval has one line");
      const { beneficiary, changes, postings, checks, evidence, etag, may, why } = found;
      const member = beneficiary && (await memberLabels(db, [beneficiary])).get(beneficiary);
      return {
        ...line,
        changes: [...changes],
        postings: [...postings],
        checks: [...checks],
        evidence: [...evidence],
        etag,
        may: [...may],
        ...(why === undefined ? {} : { why }),
        ...(member
          ? {
              member: {
                memberNo: member.memberNo,
                nickname: member.nickname,
                phone: member.phone,
              },
            }
          : {}),
      };
    },
    colleagues: async ({ approvalId: id }, call) => {
      const wanted = { reader: memberOf(call), id, colleagues: readActiveOperators };
      return { list: await colleaguesFor(context, db, deps, wanted) };
    },
    passOn: async ({ approvalId: id, etag, reason, toId }, call) => {
      const passing = { reader: memberOf(call), key: call.key, id, etag, reason, toId };
      await passOnInInbox(context, db, deps, { ...passing, colleagues: readActiveOperators });
      const nameOf = await operatorNames(db, [toId]);
      return { assignee: { id: toId, name: nameOf(toId) } };
    },
    approve: decide("approve"),
    reject: decide("reject"),
    withdraw: decide("withdraw"),
  };
}
