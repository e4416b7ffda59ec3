/** The topics and states of tickets in the operators' words and colours. */
import type { TicketState, TicketTopic } from "@yunjing/contract/schemas/tickets";
import type { Tone } from "../../parts/tag.tsx";

export const topicIds = ["order", "refund", "code", "money", "account", "other"] as const;

export const topicChoices = [
  ["order", "订单问题"],
  ["refund", "退款售后"],
  ["code", "兑换码"],
  ["money", "余额与积分"],
  ["account", "账号"],
  ["other", "其他"],
] as const satisfies readonly (readonly [TicketTopic, string])[];

export const stateTones = {
  open: "warn",
  taken: "sea",
  answered: "ok",
  closed: "sand",
} as const satisfies Record<TicketState, Tone>;
