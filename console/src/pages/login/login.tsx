/** The login of operators: phone and SMS code. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { saveToken } from "../../api/token.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/form/field.tsx";
import { LoginLayout } from "../../parts/login-layout.tsx";
import { SixDigits } from "../../parts/prompt/six-digits.tsx";
import styles from "./login.module.css";

const PHONE = /^1\d{10}$/;

export default function LoginPage() {
  const [phone, setPhone] = useState("");
  const [challengeId, setChallengeId] = useState<string | undefined>(undefined);
  const [code, setCode] = useState("");
  const [waitSeconds, setWaitSeconds] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  useEffect(() => {
    document.title = "登录 · 云鲸权益运营后台";
  }, []);
  useEffect(() => {
    if (waitSeconds === 0) return;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);

  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    await call().catch(setFailure);
    setBusy(false);
  };
  const send = () =>
    run(async () => {
      const sent = await api.operatorPassport.smsSend({ phone, scene: "login" });
      setChallengeId(sent.challengeId);
      setWaitSeconds(sent.resendAfterSeconds);
    });
  const login = () =>
    run(async () => {
      saveToken(
        await api.operatorPassport.smsLogin({ challengeId: challengeId ?? "", phone, code }),
      );
      const back = search["back"];
      await navigate({ to: typeof back === "string" && back.startsWith("/") ? back : "/" });
    });
  const failed = failure !== undefined && (
    <p className={styles.failure} role="alert">
      <CircleAlert aria-hidden="true" />
      {sentenceFor(failure)}
    </p>
  );
  if (challengeId === undefined)
    return (
      <LoginLayout title="登录运营后台" text="请输入您的手机号，我们会发送短信验证码。">
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
          {failed}
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
  return (
    <LoginLayout
      title="输入短信里的 6 位数字"
      text={`已发送到 ${phone.slice(0, 3)}****${phone.slice(7)}。`}
      note="30 分钟无操作自动退出"
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
        {failed}
        <Button
          submits
          look="solid"
          className={styles.wide ?? ""}
          disabled={code.length < 6}
          busy={isBusy && "登录中…"}
        >
          {code.length < 6 ? `还差 ${6 - code.length} 位` : "登录"}
        </Button>
      </form>
    </LoginLayout>
  );
}
