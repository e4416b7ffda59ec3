/** The first step of a login: the phone, and the code sent to it. */
import { useEffect, useState } from "react";
import { api } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/form/field.tsx";
import { LoginLayout } from "../../parts/login-layout.tsx";
import { SixDigits } from "../../parts/prompt/six-digits.tsx";
import { RefusalNote } from "../../parts/refusal-note.tsx";
import styles from "./login.module.css";
import type { Ticket } from "./ticket.ts";
import { useAttempt } from "./use-attempt.ts";

/** The line below the card, in every step. */
export const LOGIN_NOTE = "首次登录会请您绑定验证器并抄下 10 个恢复码 · 30 分钟无操作自动退出";
const PHONE = /^1\d{10}$/;

export function FirstStep(props: { readonly onDone: (ticket: Ticket) => void }) {
  const [phone, setPhone] = useState("");
  const [challengeId, setChallengeId] = useState<string | undefined>(undefined);
  const [code, setCode] = useState("");
  const [waitSeconds, setWaitSeconds] = useState(0);
  const { isBusy, failure, run } = useAttempt();
  useEffect(() => {
    if (waitSeconds === 0) return;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);
  const send = () =>
    run(async () => {
      const sent = await api.operatorPassport.smsSend({ phone, scene: "login" });
      setChallengeId(sent.challengeId);
      setWaitSeconds(sent.resendAfterSeconds);
    });
  if (challengeId === undefined)
    return (
      <LoginLayout
        title="登录运营后台"
        text="请输入您的手机号，我们会发送短信验证码。"
        step={[1, 2]}
        note={LOGIN_NOTE}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (PHONE.test(phone)) void send();
          }}
        >
          <Field
            spec={{ kind: "text", name: "phone", label: "手机号", placeholder: "11 位手机号" }}
            typed={phone}
            fault={undefined}
            onChange={(typed) => setPhone(String(typed).replace(/\D/g, "").slice(0, 11))}
          />
          <RefusalNote failure={failure} />
          <Button
            submits
            look="solid"
            className={styles.wide ?? ""}
            disabled={!PHONE.test(phone)}
            busy={isBusy && "发送中…"}
          >
            获取验证码
          </Button>
        </form>
      </LoginLayout>
    );
  const login = () =>
    run(async () =>
      props.onDone(await api.operatorPassport.smsLogin({ challengeId, phone, code })),
    );
  return (
    <LoginLayout
      title="输入短信里的 6 位数字"
      text={`已发送到 ${phone.slice(0, 3)}****${phone.slice(7)}。`}
      step={[1, 2]}
      note={LOGIN_NOTE}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6) void login();
        }}
      >
        <SixDigits value={code} onChange={setCode} label="短信验证码" />
        <div className={styles.line}>
          <Button look="text" disabled={waitSeconds > 0} onClick={() => void send()}>
            {waitSeconds > 0 ? `${waitSeconds} 秒后可重发` : "重发验证码"}
          </Button>
          <Button look="text" onClick={() => setChallengeId(undefined)}>
            换个手机号
          </Button>
        </div>
        <RefusalNote failure={failure} />
        <Button
          submits
          look="solid"
          className={styles.wide ?? ""}
          disabled={code.length < 6}
          busy={isBusy && "验证中…"}
        >
          {code.length < 6 ? `还差 ${6 - code.length} 位` : "下一步"}
        </Button>
      </form>
    </LoginLayout>
  );
}
