/** 用户登录: phone and SMS code; leads back to where the member was. */
import { useId } from "react";
import type { PageProps } from "../../pages.ts";
import { ArtObject } from "../../parts/artwork.tsx";
import { Button } from "../../parts/button.tsx";
import { Contours } from "../../parts/contours.tsx";
import { Field } from "../../parts/field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { chevron } from "../../parts/icons.ts";
import { Pressable } from "../../parts/pressable.tsx";
import { Tick } from "../../parts/tick.tsx";
import { Waterline } from "../../parts/waterline.tsx";
import { Whale } from "../../parts/whale.tsx";
import { Link } from "../../shell/link.tsx";
import { enterAfterLogin, navigateTo } from "../../shell/navigate.ts";
import styles from "./login/login.module.css";
import { useLogin } from "./login/use-login.ts";

const Hero = () => (
  <div className={styles.hero}>
    <Contours place="centre" />
    <div className={styles.words}>
      <p className={styles.brand}>云鲸权益</p>
      <p className={styles.intro}>吃喝出行，会员一站办</p>
    </div>
    <span className={styles.whale}>
      <Whale size={120} tone="white" />
    </span>
    <Waterline below="surface" swell />
  </div>
);

const Terms = () => (
  <span className={styles.terms}>
    已阅读并同意
    <Link to="/pages/passport/terms?type=user">《用户协议》</Link>
    <Link to="/pages/passport/terms?type=privacy">《隐私政策》</Link>
  </span>
);

const CodeWithoutLogin = () => (
  <Pressable className={styles.code} onPress={() => navigateTo("/pages/exchange/manifest")}>
    <ArtObject name="codebox" className={styles.object} />
    <span className={styles.codeWords}>
      有兑换码？不登录也能兑
      <small>登录后再收进我的订单</small>
    </span>
    <Icon of={chevron} size={18} />
  </Pressable>
);

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

export default function LoginPage({ query }: PageProps) {
  const login = useLogin(() => enterAfterLogin(query));
  const title = useId();
  return (
    <div className={styles.page}>
      <Hero />
      <form
        className={styles.form}
        aria-labelledby={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!login.isBusy) void login.login();
        }}
      >
        <h2 className={styles.title} id={title}>
          手机号登录
        </h2>
        <p className={styles.note}>没注册过的手机号会自动建立账号</p>
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
        <Tick isOn={login.isAgreed} onChange={login.setAgreed}>
          <Terms />
        </Tick>
        <div className={styles.act}>
          <Button look="main" block submit busy={login.isBusy} busyText="正在登录">
            登录
          </Button>
        </div>
        <CodeWithoutLogin />
      </form>
    </div>
  );
}
