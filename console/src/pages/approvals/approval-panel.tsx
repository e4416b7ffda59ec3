/** One proposal of the inbox: maker and checker, the comparison, the checks, and the decision. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { actionsOf, Checks, Comparison, Faces } from "../../parts/approval/approval-content.tsx";
import styles from "../../parts/approval/approval.module.css";
import { approve, decline } from "../../parts/approval/decide.ts";
import { kinds } from "../../parts/approval/kinds.ts";
import { useSeenToEnd } from "../../parts/approval/use-seen-to-end.ts";
import { groupedNumber, timeText } from "../../parts/format.ts";
import { onKey } from "../../parts/keys.ts";
import { Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";

export function ApprovalPanel(props: {
  readonly approvalId: string;
  readonly onClose: () => void;
}) {
  const { approvalId, onClose } = props;
  const query = useQuery(apiQuery(api.operatorApprovals.detail, { approvalId }));
  const [isSeen, end] = useSeenToEnd();
  const [revealed, setRevealed] = useState<string | undefined>(undefined);
  const { data: detail } = query;
  useEffect(
    () =>
      onKey({
        a: () => detail?.may.includes("approve") && isSeen && void approve(detail, setRevealed),
        r: () => detail?.may.includes("reject") && void decline(detail, false),
        Escape: onClose,
      }),
    [detail, isSeen, onClose],
  );
  if (!detail)
    return (
      <Panel title="提议" onClose={onClose}>
        {query.isError ? (
          <Failed failure={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Panel>
    );
  const { state, title, kind, subject, createdAt, expiresAt, member, checks } = detail;
  const isWaiting = state === "waiting";
  return (
    <Panel
      title={title}
      tags={isWaiting && <StateTag tone="warn">等第二人</StateTag>}
      text={
        <>
          {kinds[kind].label} · {groupedNumber(subject)} · 提于 {timeText(createdAt)}
          {isWaiting && `，${timeText(expiresAt)} 过期`}
          <Faces detail={detail} />
        </>
      }
      label={title}
      onClose={onClose}
      foot={actionsOf(detail, isSeen, setRevealed)}
    >
      <div className={styles.beside}>
        <div>
          <Presence place={`approval.${approvalId}`} />
          <Comparison detail={detail} revealed={revealed} end={end} />
        </div>
        <aside aria-label="系统校验">
          <Checks checks={checks} />
          {member !== undefined && (
            <Section title="会员">
              <p>
                {member.nickname} · {member.memberNo}
                <br />
                {member.phone}
              </p>
            </Section>
          )}
        </aside>
      </div>
    </Panel>
  );
}
