/**
 * One approval on the page of what it changes: the same faces, comparison, checks and buttons as in
 * the inbox. It is not drawn for an operator who may neither decide nor withdraw it.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { hasCode } from "../../api/failure.ts";
import { timeText } from "../format.ts";
import { Section } from "../panel.tsx";
import { Failed, Skeleton } from "../state.tsx";
import { actionsOf, Checks, Comparison, Faces } from "./approval-content.tsx";
import styles from "./approval.module.css";
import type { ApprovalRow } from "./kinds.ts";
import { useSeenToEnd } from "./use-seen-to-end.ts";

export function ApprovalCard(props: {
  readonly kind: ApprovalRow["kind"];
  readonly no: string;
  /** Draws a card around it, for a page; a panel has its own ground. */
  readonly framed?: boolean;
}) {
  const approvalId = `${props.kind}.${props.no}`;
  const query = useQuery(apiQuery(api.operatorApprovals.detail, { approvalId }));
  const [isSeen, end] = useSeenToEnd();
  const [revealed, setRevealed] = useState<string | undefined>(undefined);
  const { data: detail, error } = query;
  if (hasCode(error, "NO_PERMISSION") || hasCode(error, "NOT_FOUND")) return null;
  if (!detail)
    return query.isError ? (
      <Failed failure={error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={4} />
    );
  const isWaiting = detail.state === "waiting";
  return (
    <section aria-label="审批" className={styles.card} data-framed={props.framed || undefined}>
      <Section title="审批" aside={isWaiting && `${timeText(detail.expiresAt)} 过期`}>
        <Faces detail={detail} />
      </Section>
      <Comparison detail={detail} revealed={revealed} end={end} />
      <Checks checks={detail.checks} />
      <div className={styles.actions}>{actionsOf(detail, isSeen, setRevealed)}</div>
    </section>
  );
}
