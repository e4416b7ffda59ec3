/** The phone and code fields of the login page, with the button that requests the code. */
import { PhoneCode } from "../../../components/phone-code.tsx";
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
  <PhoneCode
    {...login}
    areLabelsHidden
    send={<Send waitSeconds={login.waitSeconds} onSend={login.send} />}
  />
);
