/** Shows the recovery codes once; the operator confirms that they are kept. */
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { LoginLayout } from "../../parts/login-layout.tsx";
import styles from "./login.module.css";

type RecoveryCodesProps = {
  readonly codes: readonly string[];
  readonly onDone: () => Promise<void>;
};

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false);
  return (
    <LoginLayout
      title="抄下 10 个恢复码"
      text="手机丢了时用恢复码登录，每个只能用一次。它们只显示这一次。"
      step={[2, 2]}
    >
      <ol className={styles.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <label className={styles.kept}>
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        我已抄下并妥善保管
      </label>
      <Button
        look="solid"
        className={styles.wide ?? ""}
        disabled={!isKept}
        onClick={() => void onDone()}
      >
        进入后台
      </Button>
    </LoginLayout>
  );
}
