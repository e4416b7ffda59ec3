/** One proposal: maker and checker, the comparison, postings, checks, evidence, and the decision. */
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, TriangleAlert } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { groupedNumber, moneyText, timeText } from "../../parts/format.ts";
import { onKey } from "../../parts/keys.ts";
import { Notice, Panel, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { Initial, StateTag } from "../../parts/tag.tsx";
import { Diff } from "../../parts/record/diff.tsx";
import { Evidence } from "../../parts/record/evidence.tsx";
import { Postings } from "../../parts/record/postings.tsx";
import styles from "./approvals.module.css";
import { kinds } from "./kinds.ts";

type Detail = OutputOf<typeof api.operatorApprovals.detail>;

function Faces({ detail }: { readonly detail: Detail }) {
  const me = currentOperator();
  const isMine = detail.maker.id === me?.uid;
  const checker = detail.checker?.name ?? (isMine ? "等第二人" : "您");
  return (
    <div className={styles.faces}>
      <Initial name={detail.maker.name} />
      <span>{isMine ? "您" : detail.maker.name || "运营"}</span>
      <ArrowRight aria-label="交给" />
      <span className={styles.checker} data-open={detail.checker === undefined || undefined}>
        <Initial name={checker === "您" ? (me?.name ?? checker) : checker} />
        {checker}
      </span>
    </div>
  );
}

const amountOf = ({ amountFen }: Detail): string =>
  amountFen === undefined ? "" : ` ${moneyText(Math.abs(amountFen))}`;

async function approve(detail: Detail, onRevealed: (key: string) => void) {
  const { approvalId, etag, kind, title } = detail;
  const text = kinds[kind];
  const done = await askReason({
    op: api.operatorApprovals.approve,
    input: { approvalId, etag },
    title: "同意提议",
    effect: [title, text.effect],
    confirm: `${text.approve}${amountOf(detail)}`,
    look: "coral",
    reasonHelp: "您的意见进审计，提议人会看到",
    done: "已同意",
  });
  if (done?.revealed !== undefined) onRevealed(done.revealed);
}

const decline = ({ approvalId, etag, title }: Detail, isOwn: boolean) =>
  askReason({
    op: api.operatorApprovals[isOwn ? "withdraw" : "reject"],
    input: { approvalId, etag },
    title: isOwn ? "撤回提议" : "不同意提议",
    effect: isOwn
      ? [title, "撤回后第二人不能再同意，可以重新提议"]
      : [title, "提议不执行，可以另提"],
    confirm: isOwn ? "撤回" : "不同意",
    look: "danger",
    ...(isOwn ? {} : { reasonHelp: "提议人会看到" }),
    done: isOwn ? "已撤回" : "已退回提议人",
  });

/** Watches whether the end of the comparison has been in view; the approval waits for that. */
function useSeenToEnd(): readonly [boolean, (end: HTMLElement | null) => void] {
  const [isSeen, setSeen] = useState(false);
  const watcher = useRef<IntersectionObserver>(undefined);
  const watch = useCallback((end: HTMLElement | null) => {
    watcher.current?.disconnect();
    if (!end) return;
    watcher.current = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watcher.current.observe(end);
  }, []);
  return [isSeen, watch];
}

function Body(props: {
  readonly detail: Detail;
  readonly revealed: string | undefined;
  readonly end: (end: HTMLElement | null) => void;
}) {
  const { detail, revealed, end } = props;
  const { changes, postings, checks, evidence, reason, decision, member } = detail;
  const { approvalId, checker, decidedAt } = detail;
  return (
    <div className={styles.body}>
      <div>
        <Presence place={`approval.${approvalId}`} />
        {revealed !== undefined && (
          <Notice tone="warn">
            密钥只显示这一次：<code>{revealed}</code>
          </Notice>
        )}
        {detail.why !== undefined && <Notice tone="warn">{detail.why}</Notice>}
        <Section title="变更对比">
          <Diff changes={changes} heads={["现在", "同意之后"]} />
          <span ref={end} />
        </Section>
        {postings.length > 0 && (
          <Section title="记账">
            <Postings postings={postings} />
          </Section>
        )}
        <Section title="申请原因">
          <p className={styles.reason}>「{reason || "没有填写"}」</p>
          <Evidence urls={evidence} />
        </Section>
        {checker !== undefined && decision !== undefined && (
          <Section title="审批意见">
            <p className={styles.reason}>
              {checker.name}
              {decidedAt !== undefined && `，${timeText(decidedAt)}`}：「{decision}」
            </p>
          </Section>
        )}
      </div>
      <aside aria-label="系统校验">
        <Section title="系统校验">
          <ul className={styles.checks}>
            {checks.map(({ text, isGood }) => (
              <li key={text} data-good={isGood || undefined}>
                {isGood ? <CircleCheck aria-label="通过" /> : <TriangleAlert aria-label="注意" />}
                {text}
              </li>
            ))}
          </ul>
        </Section>
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
  );
}

function footOf(detail: Detail, isSeen: boolean, onRevealed: (key: string) => void): ReactNode {
  const { may, kind } = detail;
  if (may.length === 0) return undefined;
  if (may.includes("withdraw"))
    return (
      <>
        <span className={styles.note}>等第二人同意，{timeText(detail.expiresAt)} 过期</span>
        <Button look="danger" onClick={() => void decline(detail, true)}>
          撤回
        </Button>
      </>
    );
  return (
    <>
      {may.includes("reject") && (
        <Button look="danger" onClick={() => void decline(detail, false)}>
          不同意
        </Button>
      )}
      <span className={styles.note}>{isSeen ? kinds[kind].effect : "看完变更对比后可以同意"}</span>
      <Button look="coral" disabled={!isSeen} onClick={() => void approve(detail, onRevealed)}>
        {kinds[kind].approve}
        {amountOf(detail)}
      </Button>
    </>
  );
}

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
  const isWaiting = detail.state === "waiting";
  const created = timeText(detail.createdAt);
  return (
    <Panel
      title={detail.title}
      tags={isWaiting && <StateTag tone="warn">等第二人</StateTag>}
      text={
        <>
          {kinds[detail.kind].label} · {groupedNumber(detail.subject)} · 提于 {created}
          {isWaiting && `，${timeText(detail.expiresAt)} 过期`}
          <Faces detail={detail} />
        </>
      }
      label={detail.title}
      onClose={onClose}
      foot={footOf(detail, isSeen, setRevealed)}
    >
      <Body detail={detail} revealed={revealed} end={end} />
    </Panel>
  );
}
