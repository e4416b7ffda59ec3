/** What a checker reads of one approval: maker and checker, comparison, postings, checks, reason. */
import { ArrowRight, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { currentOperator } from "../../api/operator.ts";
import { Button } from "../button.tsx";
import { timeText } from "../format.ts";
import { Notice, Section } from "../panel.tsx";
import { Diff } from "../record/diff.tsx";
import { Evidence } from "../record/evidence.tsx";
import { Postings } from "../record/postings.tsx";
import { Initial } from "../tag.tsx";
import styles from "./approval.module.css";
import { amountOf, type ApprovalDetail, approve, decline, passOn } from "./decide.ts";
import { kinds } from "./kinds.ts";

/** Who is to decide it, as this operator reads it. */
function checkerOf({ checker, assignee, maker }: ApprovalDetail): string {
  const me = currentOperator();
  if (checker !== undefined) return checker.name;
  if (assignee !== undefined) return assignee.id === me?.uid ? "转给您" : `转给 ${assignee.name}`;
  return maker.id === me?.uid ? "等第二人" : "您";
}

export function Faces({ detail }: { readonly detail: ApprovalDetail }) {
  const me = currentOperator();
  const isMine = detail.maker.id === me?.uid;
  const checker = checkerOf(detail);
  const face = detail.checker ?? detail.assignee;
  return (
    <div className={styles.faces}>
      <Initial name={detail.maker.name} />
      <span>{isMine ? "您" : detail.maker.name || "运营"}</span>
      <ArrowRight aria-label="交给" />
      <span className={styles.checker} data-open={detail.checker === undefined || undefined}>
        <Initial name={face?.name ?? (checker === "您" ? (me?.name ?? checker) : checker)} />
        {checker}
      </span>
    </div>
  );
}

export function Checks({ checks }: Pick<ApprovalDetail, "checks">) {
  if (checks.length === 0) return null;
  return (
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
  );
}

/** The comparison and what led to it; `end` marks the end of the comparison. */
export function Comparison(props: {
  readonly detail: ApprovalDetail;
  readonly revealed: string | undefined;
  readonly end: (end: HTMLElement | null) => void;
}) {
  const { detail, revealed, end } = props;
  const { changes, postings, evidence, reason, decision, checker, decidedAt } = detail;
  return (
    <>
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
    </>
  );
}

/** The buttons of who may decide it, or of its maker; undefined where nothing may be done. */
export function actionsOf(
  detail: ApprovalDetail,
  isSeen: boolean,
  onRevealed: (key: string) => void,
): ReactNode {
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
      <Button onClick={() => void passOn(detail)}>转给他人</Button>
      <span className={styles.note}>{isSeen ? kinds[kind].effect : "看完变更对比后可以同意"}</span>
      <Button look="coral" disabled={!isSeen} onClick={() => void approve(detail, onRevealed)}>
        {kinds[kind].approve}
        {amountOf(detail)}
      </Button>
    </>
  );
}
