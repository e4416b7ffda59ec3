/** Sheet of one withdrawal: state, next step, amounts and history; confirm receipt, or cancel. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Withdrawal } from "@yunjing/contract/schemas/withdrawals";
import { api, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { platform } from "../../../device/platform.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { type Fact, Facts } from "../../../components/facts.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { confirmTransferInWechat } from "../../../components/pay/wechat-bridge.ts";
import { Price } from "../../../components/price.tsx";
import { Pulse } from "../../../components/pulse.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Timeline } from "../../../components/timeline.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { openExternal } from "../../../shell/navigate.ts";
import { isPending, stepsOf } from "./withdrawal-text.ts";
import styles from "./withdraw.module.css";

/** Poll interval in ms while a pending withdrawal is open. */
const POLL_MS = 5_000;

interface DetailSheetProps {
  readonly withdrawalNo: string;
  /** The withdrawal from the list, shown until it is loaded. */
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
  <div className="grid justify-items-center gap-1 text-center" role="status">
    <Price amountFen={withdrawal.netFen} money="exact" size={40} tone="paid" />
    <p className="mt-1 text-16 ink-900 strong">{withdrawal.stateText}</p>
    <p className="text-14 ink-700 balance">{withdrawal.nextStep}</p>
    {withdrawal.state === "paying" && <Pulse label="正在打款" />}
  </div>
);

function useDetail({ withdrawalNo, known }: DetailSheetProps) {
  const queries = useQueryClient();
  const ask = apiQuery(api.withdrawals.detail, { withdrawalNo });
  const read = useQuery({
    ...ask,
    // Each request makes the server query the payment channel, so the result can change each time.
    refetchInterval: ({ state }) =>
      state.data && isPending(state.data.state) && state.data.state !== "reviewing"
        ? POLL_MS
        : false,
  });
  const withdrawal = read.data ?? known;
  const take = async (): Promise<void> => {
    if (!withdrawal?.confirm) return;
    const outcome = await confirmTransferInWechat(withdrawal.confirm);
    if (outcome === "failed") await toast("没有打开微信收款，请再试一次", { kind: "failed" });
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
    await withIdempotencyKey(`withdraw-cancel:${withdrawalNo}`, (idempotencyKey) =>
      api.withdrawals.cancel({ withdrawalNo }, { idempotencyKey }),
    ).then(
      (cancelled) => {
        queries.setQueryData(ask.queryKey, cancelled);
        return toast("已撤回", { kind: "done" });
      },
      async (failure: unknown) => {
        await read.refetch();
        await toast(userMessageFor(failure), { kind: "failed" });
      },
    );
  };
  return {
    withdrawal,
    isUnread: read.isLoadingError && !known,
    refetch: read.refetch,
    take,
    cancel,
  };
}

type DetailView = ReturnType<typeof useDetail>;

/** Only WeChat's browser can confirm the receipt; the sandbox channel has a page for it instead. */
const ConfirmInWechatHint = ({ url }: { readonly url: string | undefined }) => (
  <NoticeBar
    kind="warn"
    text="请在微信里打开本页，点「确认收款」后到账"
    {...(url === undefined ? {} : { actionText: "沙盒收款", onPress: () => openExternal(url) })}
  />
);

/** The one possible action now: confirm the receipt in WeChat, or cancel the request. */
function Foot({ view }: { readonly view: DetailView }) {
  const { withdrawal } = view;
  if (!withdrawal) return null;
  const canTake = withdrawal.state === "wait_confirm" && withdrawal.confirm !== undefined;
  return (
    <>
      {canTake && platform() !== "web" && (
        <Button appearance="main" block busyText="正在打开微信" onPress={view.take}>
          确认收款 {moneyText(withdrawal.netFen)}
        </Button>
      )}
      {withdrawal.canCancel && (
        <Button appearance="line" block busyText="正在撤回" onPress={view.cancel}>
          撤回提现
        </Button>
      )}
    </>
  );
}

export function DetailSheet(props: DetailSheetProps) {
  const view = useDetail(props);
  const { withdrawal, isUnread, refetch } = view;
  const waits = withdrawal?.state === "wait_confirm";
  return (
    <FlowSheet
      reason="viewing a withdrawal"
      title="提现详情"
      onClose={props.onClose}
      foot={<Foot view={view} />}
    >
      {!withdrawal && (isUnread ? <ErrorBlock onRetry={refetch} /> : <Skeleton count={1} />)}
      {withdrawal && (
        <div className={styles.sheet}>
          <State withdrawal={withdrawal} />
          {withdrawal.reason && <NoticeBar kind="warn" text={withdrawal.reason} />}
          {waits && platform() === "web" && <ConfirmInWechatHint url={withdrawal.confirm?.url} />}
          <Facts boxed items={factsOf(withdrawal)} />
          <Timeline events={stepsOf(withdrawal)} />
        </div>
      )}
    </FlowSheet>
  );
}
