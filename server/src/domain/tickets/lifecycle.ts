/** The lifecycle of a service ticket. */
import { defineLifecycle, type StateOf } from "../../platform/lifecycle.ts";

export const ticketLifecycle = defineLifecycle({
  name: "ticket",
  description:
    "A member's question waits until an operator takes it, and then for that operator's answer. " +
    "What the member adds to an answered ticket lets it wait for the same operator again.",
  stored: { table: "ticket", column: "state" },
  history: "ticket",
  states: ["open", "taken", "answered", "closed"],
  initial: ["open"],
  final: ["closed"],
  events: [
    { name: "take", from: ["open"], to: "taken", by: ["operator"] },
    { name: "answer", from: ["taken"], to: "answered", by: ["operator"] },
    { name: "ask_again", from: ["answered"], to: "taken", by: ["member"] },
    { name: "return", from: ["taken", "answered"], to: "open", by: ["operator"] },
    {
      name: "close",
      from: ["open", "taken", "answered"],
      to: "closed",
      by: ["member", "operator", "system"],
    },
  ],
});
export type TicketState = StateOf<typeof ticketLifecycle>;
