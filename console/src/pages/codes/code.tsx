/** 兑换码轨迹: one code's state, history, attempts, orders, and the sentence to tell the member. */
import { postingText } from "@yunjing/contract/shared-words";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { ArchivedHistoryNote } from "../../parts/record/archived-history.tsx";
import { OrderLink } from "../../parts/record/record-links.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { attemptTones, codeStates } from "./code-words.ts";
import { CodeSearch } from "./code-search.tsx";
import { CodeSteps } from "./code-steps.tsx";
import styles from "./codes.module.css";

type Code = OutputOf<typeof api.operatorCodes.detail>;

const release = ({ codeId }: Code) =>
  askReason({
    op: api.operatorCodes.release,
    input: { codeId },
    title: "解除占用",
    effect: ["正在使用的兑换页面失效，任何人可以重新打开"],
    confirm: "解除占用",
  });
const freeze = ({ codeId }: Code) =>
  askReason({
    op: api.operatorCodes.freeze,
    input: { codeId },
    title: "冻结兑换码",
    effect: ["不能再兑换，等待付款的订单会退款", "可以恢复"],
    confirm: "冻结",
    look: "danger",
  });
const resume = ({ codeId }: Code) =>
  askReason({
    op: api.operatorCodes.resume,
    input: { codeId },
    title: "恢复兑换码",
    effect: ["可以重新兑换"],
    confirm: "恢复",
  });
const extend = ({ codeId, validUntil }: Code) =>
  askReason({
    op: api.operatorCodes.extend,
    input: { codeId },
    title: "延长有效期",
    effect: [`现在有效至 ${timeText(validUntil)}`],
    fields: [{ kind: "instant", name: "validUntil", label: "有效至", isRequired: true }],
    confirm: "延长",
  });
const propose = ({ codeId, serial }: Code) =>
  askReason({
    op: api.operatorCodes.void,
    input: { codeId },
    title: "提议作废",
    effect: [`第 ${serial} 号作废后不能恢复`, "另一位同意后生效"],
    confirm: "提交给第二人",
    done: "已提交，等第二人",
    look: "danger",
  });

const acts = [
  ["release", "解除占用", release, "outline"],
  ["resume", "恢复", resume, "solid"],
  ["extend", "延长", extend, "outline"],
  ["freeze", "冻结", freeze, "danger"],
  ["void", "作废…", propose, "danger"],
] as const;

const Fact = (props: { readonly label: string; readonly value: string }) => (
  <div>
    <small>{props.label}</small>
    <strong>{props.value}</strong>
  </div>
);

function Tries({ code }: { readonly code: Code }) {
  return (
    <Card title="使用记录" aside="设备与网络只有代号">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">谁</th>
            <th scope="col">网络</th>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {code.tries.length === 0 && (
            <tr>
              <td colSpan={4}>还没有人打开过</td>
            </tr>
          )}
          {code.tries.map((one, index) => (
            <tr key={`${one.at}.${code.tries.length - index}`}>
              <td>{timeText(one.at)}</td>
              <td>{one.who}</td>
              <td>{one.network ?? EMPTY}</td>
              <td>
                <StateTag tone={attemptTones[one.outcome] ?? "outline"}>{one.outcomeText}</StateTag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function OwnerLink({ memberNo, name }: { readonly memberNo: string; readonly name: string }) {
  const to: string = `/members/${memberNo}`;
  return <Link to={to}>{name}</Link>;
}

function Links({ code }: { readonly code: Code }) {
  const { orders, owner, dealer, postings, receipts, say } = code;
  return (
    <Card title="关联">
      <div className={styles.say}>
        <Facts
          rows={[
            ...orders.map(
              ({ orderNo, state }) =>
                ["订单", <OrderLink key={orderNo} orderNo={orderNo} />, state] as const,
            ),
            ["收据", receipts === 0 ? EMPTY : `${receipts} 条，无登录领取`],
            [
              "会员",
              owner?.memberNo ? (
                <OwnerLink key="owner" memberNo={owner.memberNo} name={owner.nickname} />
              ) : (
                EMPTY
              ),
            ],
            [
              "账本",
              postings.length === 0
                ? EMPTY
                : postings
                    .map(
                      ({ kind, isReversed }) =>
                        `${postingText(kind)}${isReversed ? "，已冲回" : ""}`,
                    )
                    .join("、"),
            ],
            ["经销商", dealer ? `${dealer.name}，${moneyText(dealer.owedFen)} 应收` : EMPTY],
          ]}
        />
        <Notice tone="sea">
          客服话术：<b>{say}</b>
        </Notice>
      </div>
    </Card>
  );
}

export default function CodePage() {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const codeId = params["codeId"] ?? "";
  const query = useQuery(apiQuery(api.operatorCodes.detail, { codeId }));
  if (query.isError) {
    return (
      <>
        <PageHead title="兑换码" />
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  const code = query.data;
  if (!code) return <Skeleton rows={8} />;
  const [tone, word] = codeStates[code.state] ?? ["outline", code.state];
  return (
    <>
      <PageHead
        title={code.title}
        tags={<StateTag tone={tone}>{word}</StateTag>}
        text={`尾号 ${code.last4} · 序号 ${code.serial} · 批次 ${code.batchName}`}
        actions={acts
          .filter(([act]) => code.may.includes(act))
          .map(([act, label, ask, look]) => (
            <Button key={act} look={look} onClick={() => void ask(code)}>
              {label}
            </Button>
          ))}
      />
      <CodeSearch />
      <Presence place={`code.${code.codeId}`} />
      {code.waitingVoid && (
        <>
          <Notice tone="warn">
            已提议作废，等第二人处理，有效至 {timeText(code.waitingVoid.expiresAt)}：
            {code.waitingVoid.reason}
          </Notice>
          <ApprovalCard framed kind="code_void" no={code.waitingVoid.approvalId} />
        </>
      )}
      <div className={styles.block}>
        <Card>
          <div className={styles.summary}>
            <Fact label="还能用" value={`${code.usesLeft} 次`} />
            <Fact label="有效至" value={timeText(code.validUntil)} />
            <Fact label="退回过" value={`${code.givenBack} / ${code.givenBackMax} 次`} />
            {code.lockedUntil !== undefined && (
              <Fact label="占用到" value={timeText(code.lockedUntil)} />
            )}
          </div>
        </Card>
      </div>
      <div className={styles.block}>
        <Card title="流转记录" aside={`${code.steps.length} 步`}>
          <CodeSteps steps={code.steps} />
          {code.archivedHistory && <ArchivedHistoryNote {...code.archivedHistory} />}
        </Card>
      </div>
      <div className={styles.columns}>
        <Tries code={code} />
        <Links code={code} />
      </div>
    </>
  );
}
