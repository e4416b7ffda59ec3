/**
 * The withdrawal sheet: the amount that may be withdrawn now and its fee, or the reason why nothing
 * may.
 */
import { raisedReasons } from "@yunjing/contract/refusal-reasons";
import type { Output } from "@yunjing/contract/operations";
import { refusalText } from "@yunjing/contract/refusals";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { balancesOf, isFrozen } from "../../ledger/actions.ts";
import { callLeft } from "../store.ts";
import type { WithdrawDeps } from "./deps.ts";

type Sheet = Output<"withdrawals", "sheet">;

const yuan = (fen: number): string => (fen / 100).toLocaleString("en-US");

function rulesOf(settings: Context["settings"]): string[] {
  const { withdrawFeePer10000: per, withdrawFeeMinFen, withdrawPerDay } = settings;
  const fee = per > 0 ? `手续费为提现金额的 ${per / 100}%，最低 ${yuan(withdrawFeeMinFen)} 元` : "";
  return [
    "仅奖励金可提现；充值本金可在充值记录中申请退款，赠送金不可提现",
    `单笔最低 ${yuan(settings.withdrawMinFen)} 元，每天最多 ${withdrawPerDay} 次`,
    `每月累计最多 ${yuan(settings.withdrawMonthFen)} 元`,
    ...(fee ? [fee] : []),
    `${yuan(settings.withdrawAutoFen)} 元以内一般即时打款，其余由客服审核`,
    "打款后请在 24 小时内到微信确认收款，逾期自动退回",
  ];
}

export async function withdrawalSheetOf(
  context: Context,
  db: Db,
  { proofs }: WithdrawDeps,
  memberId: string,
): Promise<Sheet> {
  const { settings, clock } = context;
  const limits = { perDay: settings.withdrawPerDay, monthFen: settings.withdrawMonthFen };
  const [balances, left, needsStepUp, isHeldBack] = await Promise.all([
    balancesOf(db, memberId, clock.sql()),
    callLeft(db, memberId, { limits, now: clock.sql() }),
    proofs.hasPassword(db, memberId),
    isFrozen(db, memberId, "CNY"),
  ]);
  const availableFen = balances.reward_cash;
  const { today: leftToday, monthFen } = left;
  const minFen = settings.withdrawMinFen;
  const whys = [
    isHeldBack && refusalText("ACCOUNT_FROZEN"),
    availableFen < minFen && `可提现金额不足 ${yuan(minFen)} 元`,
    leftToday === 0 && raisedReasons.withdrawals_today,
    monthFen < minFen && "本月提现额度已用完",
  ];
  const why = whys.find((each) => each !== false);
  return {
    availableFen,
    minFen,
    leftToday,
    maxFen: why === undefined ? Math.min(availableFen, monthFen) : 0,
    feePer10000: settings.withdrawFeePer10000,
    feeMinFen: settings.withdrawFeeMinFen,
    autoFen: settings.withdrawAutoFen,
    nameAboveFen: settings.withdrawNameAboveFen,
    needsStepUp,
    stepUpAboveFen: needsStepUp ? 0 : settings.withdrawWithoutStepUpFen,
    allowed: why === undefined,
    ...(why === undefined ? {} : { why }),
    rules: rulesOf(settings),
  };
}
