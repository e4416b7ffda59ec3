/** Enrols an authenticator at the first login: QR code, secret, and the first code. */
import { useEffect, useRef, useState } from "react";
import { type OutputOf, api } from "../../api/client.ts";
import { hasCode, isNetworkFailure } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { LoginLayout } from "../../parts/login-layout.tsx";
import { SixDigits } from "../../parts/prompt/six-digits.tsx";
import { RefusalNote } from "../../parts/refusal-note.tsx";
import styles from "./login.module.css";
import type { Ticket } from "./ticket.ts";
import { useAttempt } from "./use-attempt.ts";

type Begun = OutputOf<typeof api.operatorPassport.totpBegin>;
type EnrolmentProps = {
  readonly ticket: Ticket;
  readonly onDone: (confirmed: OutputOf<typeof api.operatorPassport.totpConfirm>) => void;
  readonly onRestart: () => void;
};

/** Draws the dark squares of a QR code; each row is a text of 0 and 1. */
function QrCode({ rows }: { readonly rows: readonly string[] }) {
  const size = rows.length;
  const path = rows
    .flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className={styles.qr}
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label="验证器的二维码"
    >
      <path d={path} />
    </svg>
  );
}

export function Enrolment({ ticket, onDone, onRestart }: EnrolmentProps) {
  const [begun, setBegun] = useState<Begun | undefined>(undefined);
  const [code, setCode] = useState("");
  const { isBusy, failure, run } = useAttempt();
  const isAsked = useRef(false);
  useEffect(() => {
    // The secret of a ticket is shown once, so it is requested once.
    if (isAsked.current) return;
    isAsked.current = true;
    void run(async () => setBegun(await api.operatorPassport.totpBegin({ ticket: ticket.ticket })));
  });
  const confirm = () =>
    run(async () => {
      const shown = { ticket: ticket.ticket, code };
      onDone(
        await api.operatorPassport.totpConfirm(shown).catch((refused: unknown) => {
          if (!isNetworkFailure(refused)) setCode("");
          throw refused;
        }),
      );
    });
  return (
    <LoginLayout
      title="绑定验证器"
      text={`${ticket.name}，${ticket.phone}。用验证器 App 扫码，再输入它显示的 6 位数字。`}
      step={[2, 2]}
      note="密钥只显示这一次"
    >
      {begun && (
        <div className={styles.secret}>
          <QrCode rows={begun.qr} />
          <p>
            不能扫码时，手工输入密钥
            <br />
            <code>{begun.secret.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6) void confirm();
        }}
      >
        <SixDigits value={code} onChange={setCode} isInvalid={hasCode(failure, "TOTP_WRONG")} />
        <p className={styles.below}>
          <span>每 30 秒换一次</span>
        </p>
        <RefusalNote failure={failure} />
        <Button
          submits
          look="solid"
          className={styles.wide ?? ""}
          disabled={code.length < 6 || begun === undefined}
          busy={isBusy && "验证中…"}
        >
          {code.length < 6 ? `还差 ${6 - code.length} 位` : "绑定"}
        </Button>
        <div className={styles.line}>
          <Button look="text" onClick={onRestart}>
            换个账号
          </Button>
        </div>
      </form>
    </LoginLayout>
  );
}
