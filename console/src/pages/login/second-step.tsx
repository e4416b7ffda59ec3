/** The second step of a login: a code of the authenticator, or a recovery code. */
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ApiFailure, hasCode, isNetworkFailure } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/form/field.tsx";
import { LoginLayout } from "../../parts/login-layout.tsx";
import { SixDigits } from "../../parts/prompt/six-digits.tsx";
import { RefusalNote } from "../../parts/refusal-note.tsx";
import { LOGIN_NOTE } from "./first-step.tsx";
import styles from "./login.module.css";
import type { Ticket } from "./ticket.ts";
import { useAttempt } from "./use-attempt.ts";

const RECOVERY = /^[A-Za-z2-7]{5}-?[A-Za-z2-7]{5}$/;

type SecondStepProps = {
  readonly ticket: Ticket;
  readonly onDone: (grant: { token: string; tokenExpired: number }) => Promise<void>;
  readonly onRestart: () => void;
};

/** Returns the tries that a refusal leaves; undefined when it does not say. */
function triesLeftOf(failure: unknown): number | undefined {
  const data = failure instanceof ApiFailure ? failure.data : undefined;
  if (typeof data !== "object" || data === null || !("triesLeft" in data)) return undefined;
  return typeof data.triesLeft === "number" ? data.triesLeft : undefined;
}

export function SecondStep({ ticket, onDone, onRestart }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const { isBusy, failure, run } = useAttempt();
  const isReady = isRecovery ? RECOVERY.test(code) : code.length === 6;
  const shown = { ticket: ticket.ticket, code };
  const submit = () =>
    run(async () => {
      const call = isRecovery ? api.operatorPassport.totpRecover : api.operatorPassport.totpVerify;
      const grant = await call(shown).catch((refused: unknown) => {
        // A wrong code is typed anew; after a network failure it still holds.
        if (!isNetworkFailure(refused)) setCode("");
        throw refused;
      });
      await onDone(grant);
    });
  const missing = `还差 ${6 - code.length} 位`;
  return (
    <LoginLayout
      title={isRecovery ? "输入一个恢复码" : "输入验证器上的 6 位数字"}
      text={`${ticket.name}，${ticket.phone}。短信已验过，再验一步。`}
      step={[2, 2]}
      note={LOGIN_NOTE}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void submit();
        }}
      >
        {isRecovery ? (
          <Field
            spec={{
              kind: "text",
              name: "recovery",
              label: "恢复码",
              placeholder: "ABCDE-FGH23",
              help: "每个恢复码只能用一次",
            }}
            typed={code}
            fault={undefined}
            onChange={(typed) => setCode(String(typed).trim().toUpperCase().slice(0, 11))}
          />
        ) : (
          <>
            <SixDigits value={code} onChange={setCode} isInvalid={hasCode(failure, "TOTP_WRONG")} />
            <p className={styles.below}>
              <span>每 30 秒换一次</span>
              <span>还可试 {triesLeftOf(failure) ?? ticket.triesMax} 次</span>
            </p>
          </>
        )}
        <RefusalNote failure={failure} />
        <Button
          submits
          look="solid"
          className={styles.wide ?? ""}
          disabled={!isReady}
          busy={isBusy && "验证中…"}
        >
          {isReady || isRecovery ? "登录" : missing}
        </Button>
        <div className={styles.line}>
          <Button
            look="text"
            onClick={() => {
              setRecovery(!isRecovery);
              setCode("");
            }}
          >
            {isRecovery ? "用验证器" : "用恢复码"}
          </Button>
          <Button look="text" onClick={onRestart}>
            换个账号
          </Button>
        </div>
      </form>
    </LoginLayout>
  );
}
