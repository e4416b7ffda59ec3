/** What an operator reads of a batch: what waits, its counts, its terms, and its actions. */
import { ArrowDownToLine, CalendarClock, Ban, KeyRound, Snowflake } from "lucide-react";
import { useState } from "react";
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import { downloadFile } from "../../api/download.ts";
import { sentenceFor } from "../../api/failure.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { countText, dayText, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Section } from "../../parts/panel.tsx";
import { tell } from "../../parts/toast.tsx";
import { useNow } from "../../parts/use-now.ts";
import {
  activateBatch,
  decideVoid,
  extendBatch,
  freezeBatch,
  resumeBatch,
  takeKey,
  voidBatch,
} from "./batch-actions.ts";
import { owedFen, usesLeft } from "./batch-words.ts";
import styles from "./batches.module.css";
import { FindCode } from "./find-code.tsx";

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
    <Notice tone="sea">{isMine ? `等另一人审批${until}` : `待您或其他同事审批${until}`}。</Notice>
  );
}

function Voids({ batch }: { readonly batch: OperatorBatch }) {
  if (batch.waiting.length === 0) return null;
  return (
    <Section title="等第二人同意的作废">
      {batch.waiting.map((one) => (
        <Notice
          key={one.approvalId}
          tone="warn"
          action={
            may("exchange:approve") &&
            !one.isExpired && (
              <span className={styles.actions}>
                <Button size="small" onClick={() => void decideVoid(batch, one, false)}>
                  不同意
                </Button>
                <Button
                  size="small"
                  look="danger"
                  onClick={() => void decideVoid(batch, one, true)}
                >
                  同意作废
                </Button>
              </span>
            )
          }
        >
          序号 {one.from} 至 {one.to}：{one.reason}
          {one.isExpired && "（已过期）"}
        </Notice>
      ))}
    </Section>
  );
}

function Actions({ batch }: { readonly batch: OperatorBatch }) {
  const [key, setKey] = useState<string>();
  const { batchId, state, isMine, activation, asleep, name, exportKey } = batch;
  const isLive = state === "active" || state === "paused";
  if (!isLive) return null;
  const save = () =>
    downloadFile(`/batches/${batchId}/export`, `${name}.yjcodes`).catch((failure: unknown) =>
      tell(sentenceFor(failure)),
    );
  return (
    <>
      <div className={styles.actions}>
        {activation === "on_sale" && asleep > 0 && may("codes:make") && (
          <Button look="coral" onClick={() => void activateBatch(batch)}>
            激活
          </Button>
        )}
        <Button icon={<CalendarClock />} onClick={() => void extendBatch(batch)}>
          延期
        </Button>
        <Button icon={<Snowflake />} onClick={() => void freezeBatch(batch)}>
          冻结
        </Button>
        {batch.frozen > 0 && <Button onClick={() => void resumeBatch(batch)}>恢复</Button>}
        <Button icon={<Ban />} look="danger" onClick={() => void voidBatch(batch)}>
          作废…
        </Button>
        {isMine && may("codes:make") && (
          <Button icon={<ArrowDownToLine />} onClick={() => void save()}>
            加密导出
          </Button>
        )}
        {!isMine && may("exchange:approve") && !exportKey && batch.exportExpiresAt && (
          <Button
            icon={<KeyRound />}
            onClick={() => void takeKey(batch).then((taken) => taken && setKey(taken.key))}
          >
            取口令
          </Button>
        )}
      </div>
      {key && (
        <p className={styles.key} role="status">
          口令只显示这一次：{key}
        </p>
      )}
    </>
  );
}

function Terms({ batch }: { readonly batch: OperatorBatch }) {
  const { target, usesPerCode, perMember, activation, dealer, maker, checker, note } = batch;
  const owed = owedFen(batch);
  return (
    <Facts
      rows={[
        ["兑换成", target.title],
        ["每码 / 每人", `${usesPerCode} 次 / ${perMember} 次`],
        ["激活", activation === "now" ? "批准即激活" : "售出后按序号激活"],
        ["有效至", dayText(target.validUntil)],
        ...(dealer ? ([["经销价", `${moneyText(dealer.priceFen)} / 张`]] as const) : []),
        ["制码", maker.name],
        ["审批", checker?.name ?? "—"],
        ...(note ? ([["备注", note]] as const) : []),
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
      <Waiting batch={batch} />
      <Ending batch={batch} />
      <Actions batch={batch} />
      <dl className={styles.figures}>
        {(
          [
            ["可用", batch.live],
            ["已兑", batch.redeemed],
            ["作废", batch.void],
            ["未激活", batch.asleep],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{countText(value)}</dd>
          </div>
        ))}
      </dl>
      <Voids batch={batch} />
      <Terms batch={batch} />
      {batch.made > 0 && <FindCode batchId={batch.batchId} />}
    </div>
  );
}
