/** What an operator reads of a batch: what waits, its counts, its terms, and its actions. */
import { worthOfUse } from "@yunjing/contract/batch-worth";
import { Ban, CalendarClock, Snowflake } from "lucide-react";
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import { may } from "../../api/operator.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { countText, dayText, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Section } from "../../parts/panel.tsx";
import { Presence } from "../../parts/presence.tsx";
import { useNow } from "../../parts/use-now.ts";
import {
  activateBatch,
  extendBatch,
  freezeBatch,
  resumeBatch,
  voidBatch,
} from "./batch-actions.ts";
import { openCodes, owedFen, usesLeft } from "./batch-words.ts";
import styles from "./batches.module.css";
import { FindCode } from "./find-code.tsx";
import { Handout } from "./handout.tsx";

const DAY_MS = 86_400_000;
const SOON_MS = 14 * DAY_MS;

function Ending({ batch }: { readonly batch: OperatorBatch }) {
  const left = batch.target.validUntil - useNow();
  const isLive = batch.state === "active" || batch.state === "paused";
  const owed = owedFen(batch);
  if (!isLive || left > SOON_MS || usesLeft(batch) === 0) return null;
  return (
    <Notice tone="warn" icon={<CalendarClock aria-hidden="true" />}>
      {left <= 0 ? "已到期" : `${Math.ceil(left / DAY_MS)} 天后到期`}，还有{" "}
      <b>{countText(usesLeft(batch))}</b> 次未兑
      {owed !== undefined && `（${moneyText(owed)}）`}。可以延期。
    </Notice>
  );
}

function Waiting({ batch }: { readonly batch: OperatorBatch }) {
  const { state, isMine, isExpired, expiresAt, reason } = batch;
  if (state === "rejected" && reason) return <Notice tone="bad">已拒绝：{reason}</Notice>;
  if (state !== "ready") return null;
  if (isExpired) return <Notice tone="warn">审批已过期，制码人可以重新提交。</Notice>;
  const until = expiresAt === undefined ? "" : `，${timeText(expiresAt)} 前有效`;
  return (
    <>
      <Notice tone="sea">{isMine ? `等另一人审批${until}` : `待您或其他同事审批${until}`}。</Notice>
      <ApprovalCard kind="code_batch" no={batch.batchId} />
    </>
  );
}

function Voids({ batch }: { readonly batch: OperatorBatch }) {
  if (batch.waiting.length === 0) return null;
  return (
    <Section title="等第二人同意的作废">
      {batch.waiting.map(({ approvalId, from, to, reason, at, isExpired }) => (
        <div key={approvalId}>
          <Notice tone="warn">
            序号 {from} 至 {to}：{reason}（{timeText(at)} 提出
            {isExpired && "，已过期"}）
          </Notice>
          {!isExpired && <ApprovalCard kind="code_void" no={approvalId} />}
        </div>
      ))}
    </Section>
  );
}

/** The changes that have an effect on the codes as they are now. */
function Actions({ batch }: { readonly batch: OperatorBatch }) {
  const { state, activation, asleep, live, frozen } = batch;
  const isApproved = state === "active" || state === "paused";
  const isOpen = (isApproved || state === "ready") && openCodes(batch) > 0;
  if (!isOpen || !may("codes:make", "exchange:approve")) return null;
  return (
    <div className={styles.actions}>
      {state === "active" && activation === "on_sale" && asleep > 0 && may("codes:make") && (
        <Button look="coral" onClick={() => void activateBatch(batch)}>
          激活
        </Button>
      )}
      <Button icon={<CalendarClock />} onClick={() => void extendBatch(batch)}>
        延期
      </Button>
      {isApproved && live > 0 && (
        <Button icon={<Snowflake />} onClick={() => void freezeBatch(batch)}>
          冻结
        </Button>
      )}
      {isApproved && frozen > 0 && <Button onClick={() => void resumeBatch(batch)}>恢复</Button>}
      <Button icon={<Ban />} look="danger" onClick={() => void voidBatch(batch)}>
        作废…
      </Button>
    </div>
  );
}

function Figures({ batch }: { readonly batch: OperatorBatch }) {
  const { live, redeemed, frozen, asleep, expired, uses, usesPerCode } = batch;
  const isMultiUse = usesPerCode > 1;
  const figures: readonly (readonly [string, number])[] = [
    ["可用", live],
    [isMultiUse ? "已用完" : "已兑", redeemed],
    ["作废", batch.void],
    ["未激活", asleep],
    ["已冻结", frozen],
    ["已过期", expired],
    ...(isMultiUse ? ([["兑换次数", uses]] as const) : []),
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{countText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Terms({ batch }: { readonly batch: OperatorBatch }) {
  const { target, usesPerCode, perMember, activation, dealer, maker, checker, note } = batch;
  const owed = owedFen(batch);
  const worth = worthOfUse(target);
  return (
    <Facts
      rows={[
        ["兑换成", target.title],
        ...(worth === undefined ? [] : ([["每次面值", moneyText(worth)]] as const)),
        ["每码 / 每人", `${usesPerCode} 次 / ${perMember} 次`],
        ["激活", activation === "now" ? "批准即激活" : "售出后按序号激活"],
        ["有效至", dayText(target.validUntil)],
        ...(dealer
          ? ([
              ["经销价", `${moneyText(dealer.priceFen)} / 张`],
              ["经销商应付", moneyText(dealer.owedFen)],
            ] as const)
          : []),
        ["来源", batch.origin === "own" ? "本站生成" : "导入"],
        ["制码", `${maker.name}，${timeText(batch.createdAt)}`],
        ["审批", checker?.name ?? "—"],
        ...(note ? ([["备注", note]] as const) : []),
        ["编号", batch.batchId.slice(-12).toUpperCase()],
      ]}
      total={[
        "未兑负债",
        owed === undefined ? `${countText(usesLeft(batch))} 次` : moneyText(owed),
      ]}
    />
  );
}

export function BatchBody({ batch }: { readonly batch: OperatorBatch }) {
  return (
    <div className={styles.body}>
      <div className={styles.overview}>
        <Presence place={`batch.${batch.batchId}`} />
        <Waiting batch={batch} />
        <Ending batch={batch} />
        <Actions batch={batch} />
        <Figures batch={batch} />
      </div>
      <div className={styles.overview}>
        <Voids batch={batch} />
        <Handout batch={batch} />
        <Terms batch={batch} />
      </div>
      {batch.made > 0 && <FindCode batchId={batch.batchId} />}
    </div>
  );
}
