/** The lifecycle of a third-party card (domain.md 9); expiry is computed on reading. */
import { defineLifecycle } from "../../platform/lifecycle.ts";

export const cardLifecycle = defineLifecycle({
  name: "card",
  description:
    "A card that a supplier delivered into the member's wallet. It expires on reading; the member " +
    "marks it as used.",
  stored: { table: "card", column: "state" },
  history: "card",
  states: ["READY", "REVEALED", "MARKED_USED", "EXPIRED", "VOID"],
  initial: ["READY"],
  final: ["MARKED_USED", "EXPIRED", "VOID"],
  computed: ["EXPIRED"],
  events: [
    { name: "reveal", from: ["READY"], to: "REVEALED", by: ["member"] },
    { name: "mark_used", from: ["READY", "REVEALED"], to: "MARKED_USED", by: ["member"] },
    { name: "expire", from: ["READY", "REVEALED"], to: "EXPIRED", by: ["time"] },
    {
      name: "void",
      from: ["READY", "REVEALED"],
      to: "VOID",
      by: ["member", "operator", "supplier", "system"],
    },
  ],
});
