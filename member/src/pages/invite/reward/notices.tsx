/**
 * Notices for an inviter above the list: no campaign is running, a debt, or a gift for the inviter.
 */
import type { InviteSummary } from "@yunjing/contract/schemas/invite";
import { moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { figureText, noteText } from "./friend-text.ts";

export function Notices({ summary }: { readonly summary: InviteSummary }) {
  const { campaign, owedFen, welcome } = summary;
  return (
    <>
      {campaign.state === "none" && (
        <NoticeBar kind="info" text="当前没有进行中的邀请活动，已有的奖励照常结算" />
      )}
      {owedFen > 0 && (
        <NoticeBar
          kind="bad"
          text={`有 ${moneyText(owedFen)} 奖励因好友退款待扣回，会从之后的奖励中抵扣`}
        />
      )}
      {welcome && (
        <NoticeBar
          kind="info"
          text={`你的受邀礼 ${figureText(welcome)}：${noteText(welcome) ?? welcome.stateText}`}
        />
      )}
    </>
  );
}
