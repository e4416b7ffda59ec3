/** The audit as its readers see it. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorAudit as routes } from "../../routes/operators/audit.ts";
import { Instant, pageOf, paging, Token } from "../../values.ts";

/** One call of an operator; `outcome` is `asked` while nobody knows how it ended, `done`, or the refusal's code. */
export const AuditEntry = Type.Object({
  entryId: Type.String(),
  operatorId: Type.String(),
  operatorName: Type.String(),
  operation: Type.String({ description: "operatorCatalog.setPrice" }),
  outcome: Type.String(),
  reason: Type.Optional(Type.String()),
  input: Type.Record(Type.String(), Type.Unknown()),
  requestId: Type.String(),
  at: Instant,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const operatorAudit = shapesOf<typeof routes>()({
  list: {
    summary: "What operators did, newest first, by operator or operation",
    input: Type.Object({
      ...paging,
      operatorId: Type.Optional(Token),
      operation: Type.Optional(Type.String({ maxLength: 80 })),
    }),
    output: pageOf(AuditEntry),
    refusals: [],
  },
});
