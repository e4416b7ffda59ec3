/** Asks the channel about a payment under its own number, and says what it answered. */
import { api } from "../../api/client.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { tell } from "../../parts/toast.tsx";

const found: Readonly<Record<string, string>> = {
  paid: "渠道说已支付，已按结果入账",
  open: "渠道说还没有支付",
  closed: "渠道说已关闭",
  unknown: "渠道没有给出结果，结果仍未知",
};

export async function askChannel(outTradeNo: string): Promise<void> {
  const answer = await askReason({
    op: api.operatorBills.ask,
    input: { outTradeNo },
    title: "向渠道查单",
    effect: [`用原单号 ${outTradeNo} 查询，按渠道的结果更新`, "不会再收一次款"],
    confirm: "立即查单",
    done: "已查询",
    reloads: [["operatorPayments"]],
  });
  if (answer) tell(found[answer.state] ?? answer.state);
}
