/**
 * Sheet of one batch: its state, counts, void requests, actions, and its codes by their last
 * symbols.
 */
import { useQuery } from "@tanstack/react-query";
import type { Batch } from "@yunjing/contract/schemas/batches";
import { apiQuery } from "../../../api.ts";
import { dealerApi } from "../../../dealer-api.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { type Fact, Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { countText, moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { BatchHead, Progress } from "./batch-card.tsx";
import { availableActions, type BatchAction, nextStepText } from "./available-actions.ts";
import { stepText, runAction } from "./batch-actions.ts";
import { pollDelayMs, codeValueText } from "./batch-text.ts";
import styles from "./generate.module.css";
import { ExportPanel } from "./export-panel.tsx";
import { Lookup } from "./lookup.tsx";
import { RedemptionCurve } from "./redemption-curve.tsx";
import { VoidRequests } from "./void-requests.tsx";

/** Actions at the bottom of the sheet, because the sheet is opened mainly for them. */
const FIRST: ReadonlySet<BatchAction> = new Set(["submit", "resubmit"]);
const isFirst = (step: BatchAction, { state }: Batch): boolean =>
  FIRST.has(step) || (step === "finish" && state === "failed");

const Counts = ({ batch }: { readonly batch: Batch }) => {
  const counts = [
    { name: "未激活", count: batch.asleep },
    { name: "可兑换", count: batch.live },
    { name: "已冻结", count: batch.frozen },
    { name: "已作废", count: batch.void },
    { name: batch.usesPerCode > 1 ? "已用完" : "已兑换", count: batch.redeemed },
    ...(batch.usesPerCode > 1 ? [{ name: "兑换次数", count: batch.uses }] : []),
    ...(batch.expired > 0 ? [{ name: "已过期", count: batch.expired }] : []),
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ name, count }) => (
        <div key={name} className={styles.count}>
          <dt>{name}</dt>
          <dd>{countText(count)}</dd>
        </div>
      ))}
    </dl>
  );
};

function factsOf(batch: Batch): Fact[] {
  const { target, activation, origin, createdAt, note, batchId } = batch;
  const { usesPerCode, perMember, dealer } = batch;
  const worth = codeValueText(target);
  return [
    { name: "持码人看到", value: target.title },
    ...(worth === undefined ? [] : [{ name: "每个码", value: worth }]),
    { name: "有效期至", value: formatTime(target.validUntil).slice(0, 16) },
    { name: "生效方式", value: activation === "now" ? "通过后立即生效" : "售出后激活" },
    ...(usesPerCode > 1
      ? [
          { name: "每个码可用", value: `${countText(usesPerCode)} 次` },
          { name: "每人可用", value: `${countText(perMember)} 次` },
        ]
      : []),
    ...(dealer
      ? [
          { name: "经销价", value: `每个 ${moneyText(dealer.priceFen, "exact")}` },
          { name: "应付", value: moneyText(dealer.owedFen, "exact"), isStrong: true },
        ]
      : []),
    { name: "来源", value: origin === "own" ? "本站生成" : "导入" },
    { name: "创建时间", value: formatTime(createdAt).slice(0, 16) },
    ...(note === "" ? [] : [{ name: "备注", value: note }]),
    { name: "编号", value: batchId.slice(-12).toUpperCase() },
  ];
}

interface StepsProps {
  readonly batch: Batch;
  readonly steps: readonly BatchAction[];
  readonly onStep: (step: BatchAction) => Promise<unknown>;
}

const Steps = ({ batch, steps, onStep }: StepsProps) =>
  steps.length > 0 && (
    <div className={styles.acts}>
      {steps.map((step) => (
        <Button key={step} appearance="line" size={44} onPress={() => onStep(step)}>
          {stepText(step, batch)}
        </Button>
      ))}
    </div>
  );

const Foot = ({ batch, steps, onStep }: StepsProps) => (
  <div className={styles.foot}>
    {steps.map((step) => (
      <Button key={step} appearance="main" block busyText="请稍候" onPress={() => onStep(step)}>
        {stepText(step, batch)}
      </Button>
    ))}
  </div>
);

/** Poll interval of an open sheet, in ms. */
const POLL_MS = 10_000;

function useBatch(batchId: string, known: Batch | undefined) {
  const read = useQuery({
    ...apiQuery(dealerApi.batches.detail, { batchId }),
    // The viewer wants the current number of redeemed codes.
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.state === "generating" ? pollDelayMs(state.dataUpdateCount) : POLL_MS,
  });
  const batch = read.data ?? known;
  return { batch, isUnread: read.isLoadingError && !known, refetch: read.refetch };
}

interface DetailSheetProps {
  readonly batchId: string;
  /** The batch from the list, shown until it is loaded. */
  readonly known?: Batch | undefined;
  readonly onClose: () => void;
  /** Opens the printing of its cards. */
  readonly onPrint: (batch: Batch) => void;
}

interface ContentProps {
  readonly batch: Batch;
  readonly steps: readonly BatchAction[];
  readonly onStep: (step: BatchAction) => Promise<unknown>;
  readonly onPrint: () => void;
}

/** Returns why a reviewer rejected the batch, or why its codes could not be generated. */
const reasonText = ({ state, reason = "" }: Batch): string =>
  state === "failed" ? reason : `驳回原因：${reason}`;

/** Codes of other states were never to be redeemed. */
const hasBeenLive = ({ state, uses }: Batch): boolean =>
  uses > 0 || state === "active" || state === "paused";

function Content({ batch, steps, onStep, onPrint }: ContentProps) {
  const isFailed = batch.state === "failed";
  return (
    <div className={styles.sheet}>
      <BatchHead batch={batch} />
      <Progress batch={batch} />
      {batch.reason !== undefined && (
        <NoticeBar kind={isFailed ? "bad" : "warn"} text={reasonText(batch)} />
      )}
      <p className="caption hide-empty" role="status">
        {isFailed && batch.reason !== undefined ? "" : nextStepText(batch)}
      </p>
      {batch.state !== "draft" && !(isFailed && batch.made === 0) && <Counts batch={batch} />}
      {hasBeenLive(batch) && <RedemptionCurve batchId={batch.batchId} />}
      <VoidRequests batch={batch} />
      <Steps batch={batch} steps={steps.filter((step) => !isFirst(step, batch))} onStep={onStep} />
      <ExportPanel batch={batch} onPrint={onPrint} />
      <Facts boxed items={factsOf(batch)} />
      {batch.made > 0 && <Lookup batchId={batch.batchId} />}
    </div>
  );
}

export function DetailSheet({ batchId, known, onClose, onPrint }: DetailSheetProps) {
  const { batch, isUnread, refetch } = useBatch(batchId, known);
  const steps = batch ? availableActions(batch) : [];
  const first = batch ? steps.filter((step) => isFirst(step, batch)) : [];
  const onStep = async (step: BatchAction) => {
    if (!batch) return;
    await runAction(step, batch);
    await refetch();
  };
  return (
    <FlowSheet
      reason="viewing a batch of codes"
      title="批次详情"
      onClose={onClose}
      foot={
        batch && first.length > 0 ? <Foot batch={batch} steps={first} onStep={onStep} /> : undefined
      }
    >
      {!batch && (isUnread ? <ErrorBlock onRetry={refetch} /> : <Skeleton count={1} />)}
      {batch && <Content {...{ batch, steps, onStep }} onPrint={() => onPrint(batch)} />}
    </FlowSheet>
  );
}
