/** The lifecycles of an exchange code, of one use of a multi-use code, and of a code batch. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

/**
 * A session locks a code; a lapsed lock counts as ACTIVE on reading, so `lock` and `redeem` also
 * begin there. A code expires by its `valid_until` alone, without a stored state.
 */
export const codeLifecycle = defineLifecycle({
  name: "exchange-code",
  description:
    "An exchange code. A session locks it, an order redeems it, and a failed order returns it. " +
    "A code of several uses stays ACTIVE until its last use. It ends by its date on reading.",
  stored: { table: "code", column: "state", key: "code_id" },
  history: "code",
  inBulk: ["ACTIVE", "FROZEN", "VOID"],
  states: ["INACTIVE", "ACTIVE", "LOCKED", "REDEEMED", "FROZEN", "VOID"],
  initial: ["INACTIVE"],
  final: ["VOID"],
  events: [
    { name: "activate", from: ["INACTIVE"], to: "ACTIVE", by: ["operator", "dealer"] },
    { name: "lock", from: ["ACTIVE"], to: "LOCKED", by: ["member"] },
    {
      name: "release",
      from: ["LOCKED"],
      to: "ACTIVE",
      by: ["member", "operator", "system", "time"],
    },
    { name: "redeem", from: ["ACTIVE", "LOCKED"], to: "REDEEMED", by: ["member"] },
    { name: "return", from: ["REDEEMED"], to: "ACTIVE", by: ["system"] },
    { name: "freeze", from: ["ACTIVE", "LOCKED"], to: "FROZEN", by: ["operator"] },
    { name: "resume", from: ["FROZEN"], to: "ACTIVE", by: ["operator"] },
    {
      name: "void",
      from: ["INACTIVE", "ACTIVE", "LOCKED", "FROZEN"],
      to: "VOID",
      by: ["operator"],
    },
  ],
});

export const codeUseLifecycle = defineLifecycle({
  name: "code-use",
  description:
    "One use of a code that several orders may redeem. A session holds it; a lapsed hold counts " +
    "as free on reading, so another order may redeem it.",
  stored: {
    table: "code_use",
    column: "state",
    key: "md5(encode(code_mac, 'hex') || ':' || n)::uuid",
  },
  history: "code_use",
  states: ["free", "held", "used"],
  initial: ["held", "used"],
  final: [],
  events: [
    { name: "hold", from: ["free"], to: "held", by: ["member"] },
    { name: "leave", from: ["held"], to: "free", by: ["member", "system", "time"] },
    { name: "spend", from: ["free", "held"], to: "used", by: ["member"] },
    { name: "return", from: ["used"], to: "free", by: ["system"] },
  ],
});

export const batchLifecycle = defineLifecycle({
  name: "code-batch",
  description:
    "A batch of exchange codes, from the maker's draft to the checker's approval. Voiding the " +
    "last code ends the batch.",
  stored: { table: "code_batch", column: "state", key: "batch_id" },
  history: "code_batch",
  states: ["draft", "generating", "failed", "ready", "active", "paused", "void", "rejected"],
  initial: ["draft", "ready"],
  final: ["void", "rejected"],
  events: [
    { name: "submit", from: ["draft", "failed"], to: "generating", by: ["operator"] },
    // A job generates the codes for the operator who submitted the batch.
    { name: "generated", from: ["generating"], to: "ready", by: ["operator"] },
    { name: "fail", from: ["generating"], to: "failed", by: ["operator"] },
    { name: "approve", from: ["ready"], to: "active", by: ["operator"] },
    { name: "reject", from: ["ready"], to: "rejected", by: ["operator"] },
    { name: "freeze", from: ["active"], to: "paused", by: ["operator"] },
    { name: "resume", from: ["paused"], to: "active", by: ["operator"] },
    { name: "void", from: ["ready", "active", "paused"], to: "void", by: ["operator"] },
  ],
});
export type BatchState = StateOf<typeof batchLifecycle>;
