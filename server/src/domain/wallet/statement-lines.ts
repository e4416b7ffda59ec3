/**
 * Describes a posting in the balance statement: its entry type (domain.md 14), its title and its
 * source.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import type { StatementLine } from "../ledger/actions.ts";

type Numbers = ReadonlyMap<string, string>;
export type SourceNumbers = {
  readonly orderNos: Numbers;
  /** By the top-up's id, or the number of its refund. */
  readonly topUpNos: Numbers;
  /** By the hold's id. */
  readonly payoutNos: Numbers;
};

type LineDescription = Pick<StatementEntry, "type" | "title"> & {
  readonly cause?: NonNullable<StatementEntry["cause"]>;
};

const parts: Readonly<Record<string, string>> = {
  principal: "本金",
  bonus: "赠送",
  reward_cash: "可提现",
};
export const partOf = (purpose: string): string => ownValue(parts, purpose) ?? "";

const named = (
  kind: NonNullable<StatementEntry["cause"]>["kind"],
  no?: string,
): Pick<LineDescription, "cause"> => ({
  cause: { kind, ...(no === undefined ? {} : { no }) },
});

/** Describes money spent or on hold: for an order, or for a withdrawal. */
function spending(line: StatementLine, { orderNos, payoutNos }: SourceNumbers): LineDescription {
  const { orderId, ref, title, isHeld, purpose } = line;
  if (orderId === null && purpose === "reward_cash") {
    const cause = named("withdrawal", payoutNos.get(ref));
    return isHeld
      ? { type: "withdraw_hold", title: "提现处理中", ...cause }
      : { type: "withdraw_done", title: title || "提现", ...cause };
  }
  const cause = named("order", orderNos.get(orderId ?? ""));
  return isHeld
    ? { type: "hold", title: `待支付 ${title}`.trim(), ...cause }
    : { type: "pay", title: title || "余额支付", ...cause };
}

/** Describes one ledger line. */
export function describeLine(line: StatementLine, names: SourceNumbers): LineDescription {
  const { kind, title, ref, orderId, other } = line;
  const orderNo = names.orderNos.get(orderId ?? "");
  const topUp = named("topup", names.topUpNos.get(ref));
  switch (kind) {
    case "hold":
    case "hold_confirm":
      return spending(line, names);
    case "topup":
      return { type: "topup", title: "充值", ...topUp };
    case "topup_bonus":
      return { type: "topup_bonus", title: "充值赠送", ...topUp };
    case "topup_refund":
      return other === "expense"
        ? { type: "topup_refund", title: "扣除已用赠送", ...topUp }
        : { type: "topup_refund", title: "充值退款", ...topUp };
    case "bonus_revoke":
      return { type: "bonus_revoke", title: "收回赠送", ...topUp };
    case "bonus_expire":
      return { type: "bonus_expire", title: "赠送金到期", ...named("time") };
    case "wallet_return":
      return { type: "pay_refund", title: `退款 ${title}`.trim(), ...named("refund", orderNo) };
    case "code_redeem":
      return { type: "code_redeem", title: title || "兑换码", ...named("code", orderNo) };
    case "invite_settle":
      return line.change > 0
        ? { type: "reward", title: `邀请奖励 ${title}`.trim(), ...named("invite", ref) }
        : { type: "reward_repay", title: "抵扣待扣回的奖励", ...named("invite", ref) };
    case "invite_back":
      return {
        type: "reward_clawback",
        title: `奖励扣回 ${title}`.trim(),
        ...named("invite", ref),
      };
    case "merge_in":
      return { type: "merge", title: "账号合并转入" };
    case "merge_out":
      return { type: "merge", title: "账号合并转出" };
    default:
      return { type: "adjust", title: title || "余额调整", ...named("adjustment") };
  }
}
