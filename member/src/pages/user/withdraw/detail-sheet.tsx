/** One withdrawal: where it stands, what comes next, its sum and its steps; taking it, or taking it back. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Withdrawal } from "@yunjing/contract/schemas/withdrawals";
import { api, q } from "../../../api.ts";
import { wordsFor } from "../../../device/failure.ts";
import { underKey } from "../../../device/idempotency.ts";
import { platform } from "../../../device/platform.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../parts/button.tsx";
import { ErrorBlock } from "../../../parts/empty-state.tsx";
import { type Fact, Facts } from "../../../parts/facts.tsx";
import { FlowSheet } from "../../../parts/flow-sheet.tsx";
import { moneyText } from "../../../parts/money.ts";
import { NoticeBar } from "../../../parts/notice-bar.tsx";
import { takeInWechat } from "../../../parts/pay/wechat-bridge.ts";
import { Price } from "../../../parts/price.tsx";
import { Pulse } from "../../../parts/pulse.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { Timeline } from "../../../parts/timeline.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { leaveFor } from "../../../shell/navigate.ts";
import { isUnderWay, stepsOf } from "./withdrawal-words.ts";
import styles from "./withdraw.module.css";

/** How often a withdrawal under way is looked at while it is open, ms. */
const LOOK_MS = 5_000;

interface DetailSheetProps {
  readonly withdrawalNo: string;
  /** What is known of it already, shown until it is read. */
  readonly known?: Withdrawal | undefined;
  readonly onClose: () => void;
}

const factsOf = (withdrawal: Withdrawal): readonly Fact[] => [
  { name: "提现金额", value: moneyText(withdrawal.amountFen) },
  { name: "手续费", value: moneyText(withdrawal.feeFen) },
  { name: "到账微信零钱", value: moneyText(withdrawal.netFen), isStrong: true },
  { name: "申请时间", value: formatTime(withdrawal.createdAt).slice(0, 16) },
  { name: "编号", value: withdrawal.withdrawalNo },
];

const State = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => (
  <div className={styles.state} role="status">
    <Price amountFen={withdrawal.netFen} money="exact" size={40} tone="paid" />
    <p className={styles.stateText}>{withdrawal.stateText}</p>
    <p className={styles.nextText}>{withdrawal.nextStep}</p>
    {withdrawal.state === "paying" && <Pulse label="正在打款" />}
  </div>
);

function useDetail({ withdrawalNo, known }: DetailSheetProps) {
  const queries = useQueryClient();
  const ask = q(api.withdrawals.detail, { withdrawalNo });
  const read = useQuery({
    ...ask,
    // The channel is asked behind it, so its answer may be another each time.
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data.state) && state.data.state !== "reviewing"
        ? LOOK_MS
        : false,
  });
  const withdrawal = read.data ?? known;
  const take = async (): Promise<void> => {
    if (!withdrawal?.confirm) return;
    const word = await takeInWechat(withdrawal.confirm);
    if (word === "failed") await toast("没有打开微信收款，请再试一次", { kind: "failed" });
    await read.refetch();
  };
  const cancel = async (): Promise<void> => {
    if (!withdrawal) return;
    const isSure = await confirm({
      title: "撤回这笔提现？",
      content: `${moneyText(withdrawal.amountFen)} 会马上回到可提现余额。`,
      cancelText: "再想想",
      confirmText: "撤回提现",
    });
    if (!isSure) return;
    await underKey(`withdraw-cancel:${withdrawalNo}`, (idempotencyKey) =>
      api.withdrawals.cancel({ withdrawalNo }, { idempotencyKey }),
    ).then(
      (cancelled) => {
        queries.setQueryData(ask.queryKey, cancelled);
        return toast("已撤回", { kind: "done" });
      },
      async (failure: unknown) => {
        await read.refetch();
        await toast(wordsFor(failure), { kind: "failed" });
      },
    );
  };
  return { withdrawal, isUnread: read.isLoadingError && !known, look: read.refetch, take, cancel };
}

type DetailView = ReturnType<typeof useDetail>;

/** Only WeChat's own browser can take the money; the pretend channel has a page for it instead. */
const TakeElsewhere = ({ url }: { readonly url: string | undefined }) => (
  <NoticeBar
    kind="warn"
    text="请在微信里打开本页，点「确认收款」后到账"
    {...(url === undefined ? {} : { act: "沙盒收款", onPress: () => leaveFor(url) })}
  />
);

/** The one thing to do now: take the money in WeChat, or take the request back. */
function Foot({ view }: { readonly view: DetailView }) {
  const { withdrawal } = view;
  if (!withdrawal) return null;
  const canTake = withdrawal.state === "wait_confirm" && withdrawal.confirm !== undefined;
  return (
    <>
      {canTake && platform() !== "web" && (
        <Button look="main" block busyText="正在打开微信" onPress={view.take}>
          确认收款 {moneyText(withdrawal.netFen)}
        </Button>
      )}
      {withdrawal.canCancel && (
        <Button look="line" block busyText="正在撤回" onPress={view.cancel}>
          撤回提现
        </Button>
      )}
    </>
  );
}

export function DetailSheet(props: DetailSheetProps) {
  const view = useDetail(props);
  const { withdrawal, isUnread, look } = view;
  const waits = withdrawal?.state === "wait_confirm";
  return (
    <FlowSheet
      reason="looking at a withdrawal"
      title="提现详情"
      onClose={props.onClose}
      foot={<Foot view={view} />}
    >
      {!withdrawal && (isUnread ? <ErrorBlock onRetry={look} /> : <Skeleton count={1} />)}
      {withdrawal && (
        <div className={styles.sheet}>
          <State withdrawal={withdrawal} />
          {withdrawal.reason && <NoticeBar kind="warn" text={withdrawal.reason} />}
          {waits && platform() === "web" && <TakeElsewhere url={withdrawal.confirm?.url} />}
          <Facts boxed items={factsOf(withdrawal)} />
          <Timeline events={stepsOf(withdrawal)} />
        </div>
      )}
    </FlowSheet>
  );
}
