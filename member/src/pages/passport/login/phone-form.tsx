/** The phone and its code: the fields of the login page, and the button that asks for the code. */
import { Field } from "../../../parts/field.tsx";
import styles from "./login.module.css";
import type { useLogin } from "./use-login.ts";

interface SendProps {
  readonly waitSeconds: number;
  readonly onSend: () => Promise<void>;
}

const Send = ({ waitSeconds, onSend }: SendProps) => (
  <button
    type="button"
    className={styles.send}
    aria-disabled={waitSeconds > 0}
    onClick={() => {
      if (waitSeconds === 0) void onSend();
    }}
  >
    {waitSeconds > 0 ? `${waitSeconds} 秒后重发` : "获取验证码"}
  </button>
);

export const PhoneFields = ({ login }: { readonly login: ReturnType<typeof useLogin> }) => (
  <>
    <Field
      label="手机号"
      isLabelHidden
      kind="tel"
      name="phone"
      autoComplete="tel-national"
      placeholder="请输入手机号"
      before="+86"
      value={login.phone}
      onInput={login.typePhone}
      error={login.errors.phone}
      canClear
    />
    <Field
      label="验证码"
      isLabelHidden
      kind="digits"
      name="code"
      autoComplete="one-time-code"
      placeholder="请输入验证码"
      value={login.code}
      onInput={login.typeCode}
      error={login.errors.code}
      spaced={login.code !== ""}
      after={<Send waitSeconds={login.waitSeconds} onSend={login.send} />}
    />
  </>
);
