/** Step-up verification of the payer: the six digits of the pay password or of an SMS code. */
import type { StepUpPurpose } from "@yunjing/contract/schemas/security";
import { formatTime } from "../../device/time.ts";
import { Button } from "../button.tsx";
import { EmptyState, ErrorBlock } from "../empty-state.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import { FlowSheet } from "../flow-sheet.tsx";
import { NoticeBar } from "../notice-bar.tsx";
import { Price } from "../price.tsx";
import { Skeleton } from "../skeleton.tsx";
import { SixDigits } from "./six-digits.tsx";
import styles from "./step-up.module.css";
import { type StepUpView, useStepUp } from "./use-step-up.ts";

export interface StepUpSheetProps {
  readonly purpose: StepUpPurpose;
  /** 安全验证 by default; another title when it is the first step of a named flow. */
  readonly title?: string | undefined;
  /** What is being authorised, in a few words: the order's title, 提现到微信零钱. */
  readonly what: string;
  /** The amount in fen; absent where no money moves. */
  readonly amountFen?: number | undefined;
  /** Only an SMS code is accepted, as for changing the pay password itself. */
  readonly onlyCode?: boolean | undefined;
  /** A link for members who cannot verify this way. */
  readonly help?: { readonly text: string; readonly url: string } | undefined;
  /**
   * Called with the proof, valid for one action within a few minutes; the sheet stays busy until it
   * is used.
   */
  readonly onProof: (stepUp: string) => unknown;
  readonly onClose: () => void;
}

interface MeansProps {
  readonly view: StepUpView;
  readonly phone: string;
  readonly busyHint: string;
}

const Code = ({ view, phone, busyHint }: MeansProps) => {
  const { challengeId, waitSeconds, send } = view.code;
  return (
    <>
      <div className={styles.send}>
        <span className={styles.sendWords}>
          {challengeId === undefined ? `验证码将发送到 ${phone}` : `验证码已发送到 ${phone}`}
        </span>
        <Button
          appearance={challengeId === undefined ? "sea" : "line"}
          size={32}
          busyText="正在发送"
          reason={waitSeconds > 0 ? `${waitSeconds} 秒后重发` : undefined}
          onPress={send}
        >
          {challengeId === undefined ? "获取验证码" : "重新发送"}
        </Button>
      </div>
      <SixDigits
        key={challengeId ?? "none"}
        label="短信验证码"
        value={view.digits}
        isBusy={view.isBusy}
        error={view.error}
        hint={view.isBusy ? busyHint : undefined}
        hasFocus={challengeId !== undefined}
        onInput={view.type}
        onFull={view.prove}
      />
    </>
  );
};

const Password = ({ view, busyHint }: Omit<MeansProps, "phone">) => (
  <SixDigits
    label="6 位支付密码"
    isSecret
    value={view.digits}
    isBusy={view.isBusy}
    error={view.error}
    hint={view.isBusy ? busyHint : undefined}
    hasFocus
    onInput={view.type}
    onFull={view.prove}
  />
);

/** A member who logs in only by WeChat cannot verify before a phone is bound. */
const PhoneNeeded = () => (
  <EmptyState title="先绑定手机号" note="绑定后用短信验证码验证，不会扣款">
    <Button onPress={() => navigateTo("/pages/user/settings")}>去绑定</Button>
  </EmptyState>
);

/**
 * Verification is paused: the phone number has just been changed, and its owner has time to object.
 */
const Cooling = ({ until }: { readonly until: number }) => (
  <EmptyState
    title="暂时不能验证"
    note={`刚更换过手机号，${formatTime(until).slice(5, 16)} 前暂停需要验证的提现和余额支付`}
  />
);

interface ContentProps {
  readonly view: StepUpView;
  readonly onlyCode: boolean;
  readonly movesMoney: boolean;
}

function Content({ view, onlyCode, movesMoney }: ContentProps) {
  const { security, isUnread, read, means, shut } = view;
  if (!security) {
    return isUnread ? (
      <ErrorBlock note="没有扣款，可以再试一次" onRetry={read} />
    ) : (
      <Skeleton count={1} />
    );
  }
  if (security.phone === "") return <PhoneNeeded />;
  const { phoneCoolingUntil } = security;
  if (movesMoney && phoneCoolingUntil !== undefined) return <Cooling until={phoneCoolingUntil} />;
  const shown = { view, phone: security.phone, busyHint: "正在验证" };
  return (
    <>
      {!onlyCode && shut !== undefined && <NoticeBar kind="warn" text={shut} />}
      {means === "code" ? <Code {...shown} /> : <Password {...shown} />}
      {!onlyCode && shut === undefined && (
        <button
          type="button"
          className={styles.other}
          onClick={() => view.change(means === "code" ? "password" : "code")}
        >
          {means === "code" ? "改用支付密码" : "忘记密码，用短信验证码"}
        </button>
      )}
    </>
  );
}

export function StepUpBody(props: StepUpSheetProps) {
  const { purpose, title = "安全验证", what, amountFen, onlyCode = false, help } = props;
  const { onProof, onClose } = props;
  const view = useStepUp(purpose, onlyCode, onProof);
  return (
    <FlowSheet reason="verifying the payer" title={title} onClose={onClose}>
      <div className={styles.content}>
        <p className={styles.what}>
          <span>{what}</span>
          {amountFen !== undefined && amountFen > 0 && (
            <Price amountFen={amountFen} money="exact" size={28} tone="paid" />
          )}
        </p>
        <Content
          view={view}
          onlyCode={onlyCode}
          movesMoney={purpose === "pay" || purpose === "withdraw"}
        />
        {help && (
          <button type="button" className={styles.other} onClick={() => navigateTo(help.url)}>
            {help.text}
          </button>
        )}
      </div>
    </FlowSheet>
  );
}
