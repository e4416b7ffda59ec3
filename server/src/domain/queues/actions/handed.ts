/**
 * Leaves out the notices of handed work that is done, that another operator has by now, or that was
 * given back: a notice ends with its work.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { type InboxDeps, readAssignees, waitingInInbox } from "../../approvals/actions.ts";
import type { HandoverNotice } from "../../approvals/model.ts";
import { claimedOrdersOf } from "../../fulfilment/actions.ts";
import { openCasesOf } from "../../reconciliation/actions.ts";
import { waitingRefundsOf } from "../../refunds/actions.ts";
import { waitingTicketsOf } from "../../tickets/actions.ts";
import type { OperatorRights } from "../model.ts";

type Kind = "approval" | "refund" | "case" | "ticket" | "desk";

/** Returns the keys of what waits of one kind: the ref, and for a role's work `<ref> <role>`. */
type ReadWaiting = (refs: readonly string[]) => Promise<readonly string[]>;

const keyOf = (ref: string, role: string | null): string =>
  role === null ? ref : `${ref} ${role}`;

/** `handover_object_check` of the table holds the kinds. */
const partsOf = ({ object, role }: HandoverNotice) => {
  const dot = object.indexOf(".");
  const ref = object.slice(dot + 1);
  return { kind: object.slice(0, dot) as Kind, ref, key: keyOf(ref, role) };
};

function readers(
  context: Context,
  db: Db,
  inbox: InboxDeps,
  operator: OperatorRights,
): Readonly<Record<Kind, ReadWaiting>> {
  const operatorId = operator.memberId;
  return {
    approval: (ids) => waitingInInbox(context, db, inbox, { reader: operator, ids }),
    refund: (refs) => waitingRefundsOf(db, refs),
    case: (refs) => openCasesOf(db, refs),
    desk: (refs) => claimedOrdersOf(db, { operatorId, outNos: refs }),
    ticket: async (refs) => {
      const tickets = await waitingTicketsOf(db, { operatorId, ticketIds: refs });
      return tickets.map(({ id, role }) => keyOf(id, role));
    },
  };
}

/** Work of these kinds has its operator in the table of assignments; other kinds store it themselves. */
const assigned: ReadonlySet<Kind> = new Set(["approval", "refund", "case"]);

/** One statement for each kind among the notices, one for each approval, and one for assignments. */
export async function keepWaiting(
  context: Context,
  db: Db,
  { inbox, operator }: { readonly inbox: InboxDeps; readonly operator: OperatorRights },
  notices: readonly HandoverNotice[],
): Promise<HandoverNotice[]> {
  if (notices.length === 0) return [];
  const assignees = await readAssignees(
    db,
    notices.map(({ object }) => object),
  );
  const own = notices
    .map((notice) => ({ notice, ...partsOf(notice) }))
    .filter(
      ({ notice, kind }) =>
        !assigned.has(kind) || assignees.get(notice.object) === operator.memberId,
    );
  const read = readers(context, db, inbox, operator);
  const kinds = [...new Set(own.map(({ kind }) => kind))];
  const waiting = new Map(
    await Promise.all(
      kinds.map(async (kind) => {
        const refs = own.filter((one) => one.kind === kind).map(({ ref }) => ref);
        return [kind, new Set(await read[kind]([...new Set(refs)]))] as const;
      }),
    ),
  );
  return own.filter(({ kind, key }) => waiting.get(kind)?.has(key)).map(({ notice }) => notice);
}
