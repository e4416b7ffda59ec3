/** The colour of a ticket's state; the text beside it carries the meaning. */
import type { TicketState } from "@yunjing/contract/schemas/tickets";
import type { TagTone } from "../../../components/tag.tsx";

const tones = {
  open: "warn",
  taken: "sea",
  answered: "ok",
  closed: "plain",
} as const satisfies Record<TicketState, TagTone>;

export const toneOf = (state: TicketState): TagTone => tones[state];
