/** What members read of an agreement, what waits, and publishing the draft now or later. */
import { agreementNames } from "@yunjing/contract/agreements";
import type { Agreement } from "@yunjing/contract/schemas/agreements";
import type { AgreementDetail } from "@yunjing/contract/schemas/operators/agreements";
import { api } from "../../api/client.ts";
import { DraftActions, type DraftView } from "../../parts/draft-actions.tsx";
import { countText, timeText } from "../../parts/format.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { StateTag } from "../../parts/tag.tsx";
import type { DraftHands } from "../../parts/use-draft.ts";
import styles from "./content.module.css";

export type Saved = { readonly sinceVersion: number; readonly savedAt?: number };

function liveText({ live, accepted }: AgreementDetail): string {
  const { version, startsAt } = live;
  const since = startsAt === undefined ? "安装时的文本" : `${timeText(startsAt)} 起生效`;
  const most = countText(accepted.most);
  const count = accepted.count >= accepted.most ? `多于 ${most}` : countText(accepted.count);
  return `${version > 0 ? `第 ${version} 版，` : ""}${since}，${count} 人同意过这一版`;
}

const publish = (agreement: AgreementDetail, sinceVersion: number, isLater: boolean) => {
  const { kind, nextVersion, waiting } = agreement;
  const when = kind === "topup" ? "下次充值前" : "下次打开或登录时";
  return askReason({
    op: api.operatorAgreements.publish,
    input: { kind, sinceVersion },
    title: `${isLater ? "定时发布" : "发布"}${agreementNames[kind]}第 ${nextVersion} 版`,
    effect: [
      isLater ? "到时会员自动读到新版，之前可以撤下" : "会员立刻读到新版，旧版留在版本里",
      ...(waiting ? [`等待中的第 ${waiting.version} 版会撤下`] : []),
    ],
    confirm: isLater ? "定时发布" : `发布第 ${nextVersion} 版`,
    look: "coral",
    done: isLater ? "已定时" : "已发布",
    fields: [
      ...(isLater
        ? [{ kind: "instant", name: "at", label: "生效时间", isRequired: true } as const]
        : []),
      {
        kind: "switch",
        name: "mustAgreeAgain",
        label: "会员须重新同意",
        help: `生效后，没有同意过这一版的会员${when}会被询问`,
      },
    ],
  });
};

export function AgreementHead(props: {
  readonly agreement: AgreementDetail;
  readonly hands: DraftHands<Agreement, Saved>;
  readonly view: DraftView | undefined;
  readonly onView: (view: DraftView | undefined) => void;
}) {
  const { agreement, hands, view, onView } = props;
  const { waiting, nextVersion } = agreement;
  const isOpen = agreement.isDraftOpen || hands.hasSaved || hands.state !== "saved";
  return (
    <div className={styles.head}>
      <span>{liveText(agreement)}</span>
      {waiting && (
        <StateTag tone="warn">
          定时第 {waiting.version} 版 · {timeText(waiting.startsAt)}
        </StateTag>
      )}
      {isOpen && <StateTag tone="warn">草稿第 {nextVersion} 版</StateTag>}
      <DraftActions
        hands={hands}
        isOpen={isOpen}
        view={view}
        onView={onView}
        versionsLabel="版本"
        publishLabel={`发布第 ${nextVersion} 版`}
        onPublish={(since, isLater) => publish(agreement, since, isLater)}
      />
    </div>
  );
}
