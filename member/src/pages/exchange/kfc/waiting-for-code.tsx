/**
 * Waiting page while the store issues the pickup code: shows the elapsed time and that the member
 * may leave, then opens the order page. Polls the receipt at growing intervals.
 */
import type { Output } from "@yunjing/contract/operations";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import { clearDraft, type PlacedMealOrder } from "../../../device/exchange-session.ts";
import { isDefiniteFailure } from "../../../device/failure.ts";
import { platform } from "../../../device/platform.ts";
import { onPush, pollIntervalMs } from "../../../device/push.ts";
import { formatClock } from "../../../device/time.ts";
import { HOME } from "../../../routes.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Contours } from "../../../components/contours.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Facts } from "../../../components/facts.tsx";
import { bell } from "../../../components/page-icons.ts";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { Whale } from "../../../components/whale.tsx";
import { redirectTo, switchTab } from "../../../shell/navigate.ts";
import seaStyles from "./sea.module.css";

const USUAL_SECONDS = 60;
const GIVE_UP_MS = 10 * 60_000;
/** 1, 2, 3, 5 s, and then every 8 s. */
const pollDelaysMs = [1000, 2000, 3000, 5000] as const;
const POLL_DELAY_MAX_MS = 8000;

const pollDelayMs = (polls: number): number => pollDelaysMs[polls] ?? POLL_DELAY_MAX_MS;

/**
 * Polls until the order is no longer being issued, and at once on a push event. A failed poll only
 * leads to the next one.
 */
function useReceipt(receiptToken: string, onSettled: () => void) {
  const [receipt, setReceipt] = useState<Output<"orders", "receipt">>();
  const settled = useEffectEvent(onSettled);
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polls = 0;
    const schedulePoll = () => {
      clearTimeout(timer);
      const usualMs = pollDelayMs(polls++);
      // The first poll finds changes published before this page subscribed, so it is not delayed.
      timer = setTimeout(poll, polls === 1 ? usualMs : pollIntervalMs(usualMs));
    };
    const poll = () => {
      clearTimeout(timer);
      void api.orders.receipt({ receiptToken }).then(
        (found) => {
          if (!isWanted) return;
          setReceipt(found);
          if (found.display === "issuing" || found.display === "manual") schedulePoll();
          else settled();
        },
        (failure: unknown) => {
          if (!isWanted) return;
          if (isDefiniteFailure(failure) && failure.code === "NOT_FOUND") settled();
          else schedulePoll();
        },
      );
    };
    const unsubscribe = onPush("order", poll);
    schedulePoll();
    return () => {
      isWanted = false;
      unsubscribe();
      clearTimeout(timer);
    };
  }, [receiptToken]);
  return receipt;
}

function useSecondsSince(at: number): number {
  const [seconds, setSeconds] = useState(() => Math.floor((Date.now() - at) / 1000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - at) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, seconds);
}

/** Never full before the code is issued: half at the usual time, then ever slower. */
const progressOf = (seconds: number): number => 1 - USUAL_SECONDS / (USUAL_SECONDS + seconds * 1.6);

const waitedText = (seconds: number): string =>
  seconds < 120 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分钟`;

export function WaitingForCode({ ordered }: { readonly ordered: PlacedMealOrder }) {
  const { receiptToken, at, storeName, slotText, itemsText, paidText, phone } = ordered;
  const toOrder = () => {
    clearDraft();
    return redirectTo(`/pages/exchange/ordetail#r=${receiptToken}`);
  };
  // The code arrives in about a minute, so this is the moment to ask for consent to a WeChat
  // notification.
  useEffect(() => {
    if (platform() !== "mp-weixin-web") return;
    void import("../../../components/notifications/ask-consent.ts").then(({ askConsent }) =>
      askConsent("pickup"),
    );
  }, []);
  const receipt = useReceipt(receiptToken, () => void toOrder());
  const seconds = useSecondsSince(at);
  return (
    <div className="page">
      <Sea receipt={receipt} seconds={seconds} />
      <div className="page-body one-column">
        <Card>
          <ListRows>
            <ListRow
              icon={bell}
              name="可以离开这个页面"
              note={`出码后发短信到 ${phone}，订单页也能看`}
            />
          </ListRows>
        </Card>
        <Card>
          <Facts
            items={[
              { name: "门店", value: storeName },
              { name: "取餐", value: slotText },
              { name: "餐品", value: itemsText },
              { name: "已用", value: paidText },
            ]}
          />
        </Card>
        <p className="caption text-center">
          {formatClock(at + GIVE_UP_MS)} 前没出码，我们会联系门店处理
        </p>
      </div>
      <Dock>
        <div className="grid halves gap-3 flex-1">
          <Button appearance="line" block onPress={() => switchTab(HOME)}>
            去首页
          </Button>
          <Button appearance="line" block onPress={toOrder}>
            看订单
          </Button>
        </div>
      </Dock>
    </div>
  );
}

type SeaProps = {
  readonly receipt: Output<"orders", "receipt"> | undefined;
  readonly seconds: number;
};

/** The blue upper half: the current state, the elapsed time, and the whale on its wave. */
function Sea({ receipt, seconds }: SeaProps) {
  const isManual = receipt?.display === "manual";
  return (
    <div className={seaStyles.sea}>
      <Contours place="centre" />
      <div className="relative" role="status">
        <h2 className="text-20 strong">{isManual ? "客服正在处理" : "门店正在出码"}</h2>
        <p className="mt-1 sea-200">
          {isManual
            ? (receipt?.nextStep ?? "处理好会短信通知你")
            : seconds > USUAL_SECONDS
              ? `比平时久一点，已等 ${waitedText(seconds)}`
              : `一般 1 分钟内，已等 ${waitedText(seconds)}`}
        </p>
      </div>
      <span className={seaStyles.seaBar} aria-hidden="true">
        <span style={{ transform: `scaleX(${progressOf(seconds)})` }} />
      </span>
      <span className={seaStyles.whale}>
        <Whale size={156} tone="white" />
      </span>
      <svg
        className={seaStyles.wave}
        viewBox="0 0 390 36"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          className={seaStyles.waveBack}
          d="M0 18C40 6 90 4 150 10S300 6 340 4s40 4 50 8v26H0z"
        />
        <path className={seaStyles.waveFront} d="M0 34C60 18 130 14 200 24s150 12 190 0v14H0z" />
      </svg>
    </div>
  );
}
