/** The words of bulk sends. */
import type { api, Item } from "../../api/client.ts";
import type { Tone } from "../../parts/tag.tsx";

type State = Item<typeof api.operatorAudiences.sends>["state"];

export const kindWords = { coupon: "优惠券", message: "消息" } as const;

export const states: Readonly<Record<State, readonly [Tone, string]>> = {
  waiting: ["warn", "等第二人"],
  expired: ["sand", "已过期"],
  scheduled: ["outline", "未到时间"],
  running: ["sea", "发放中"],
  paused: ["warn", "已暂停"],
  done: ["ok", "已完成"],
  cancelled: ["sand", "已取消"],
};
