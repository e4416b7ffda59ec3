/**
 * 用户登录: login by one tap in WeChat, or by phone and SMS code; then returns to the previous page.
 * WeChat redirects to this page after every authorisation, for every purpose.
 */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { attempt } from "../../device/attempt.ts";
import { INVITE_KEY, visitInvite } from "../../device/invite-url.ts";
import { isServer, platform } from "../../device/platform.ts";
import type { PageProps } from "../../routes.ts";
import { ArtObject } from "../../components/artwork.tsx";
import { Button } from "../../components/button.tsx";
import { Contours } from "../../components/contours.tsx";
import { Icon } from "../../components/icon.tsx";
import { chevron, refresh } from "../../components/icons.ts";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { phone, wechat } from "../../components/page-icons.ts";
import { Pressable } from "../../components/pressable.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { WaveEdge } from "../../components/wave-edge.tsx";
import { Whale } from "../../components/whale.tsx";
import { Link } from "../../shell/link.tsx";
import { enterAfterLogin, navigateTo } from "../../shell/navigate.ts";
import { refererOf } from "../../shell/route-location.ts";
import styles from "./login/login.module.css";
import { PhoneFields } from "./login/phone-form.tsx";
import { notifyClosing } from "./login/notify-closing.ts";
import { useWechatReturn } from "./login/use-wechat-return.ts";
import { useTerms } from "./login/use-terms.ts";
import { useWechat } from "./login/use-wechat.ts";
import { useLogin } from "./login/use-login.ts";

const Hero = () => (
  <div className={styles.hero}>
    <Contours place="centre" />
    <div className={styles.words}>
      <p className="text-28 strong">云鲸权益</p>
      <p className="text-14 sea-100 mt-1">吃喝出行，会员一站办</p>
    </div>
    <span className="flex-none relative">
      <Whale size={120} tone="white" />
    </span>
    <WaveEdge below="surface" swell />
  </div>
);

// Without its chunk the page is the usual one.
const Invited = lazy(() =>
  import("./login/invited.tsx").then(
    (module) => ({ default: module.Invited }),
    () => ({ default: ({ children }: { readonly children: ReactNode }) => children }),
  ),
);

const isInvited = (): boolean =>
  !isServer &&
  (visitInvite() !== undefined || attempt(() => localStorage.getItem(INVITE_KEY)) != null);

/** The head of the page: the whale, or who invites. */
function Head() {
  const [wasInvited] = useState(isInvited);
  if (!wasInvited) return <Hero />;
  return (
    <Suspense fallback={<Hero />}>
      <Invited>
        <Hero />
      </Invited>
    </Suspense>
  );
}

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

/** Shown while the return from WeChat is processed. */
const Waiting = ({ text }: { readonly text: string }) => (
  <div className={styles.page}>
    <Hero />
    <div className={styles.waiting} role="status">
      <Icon of={refresh} size={28} className={styles.turning} />
      <p>{text}</p>
    </div>
  </div>
);

interface ByWechatProps {
  readonly fault: string | undefined;
  /** Whether WeChat's nickname and picture are imported; WeChat's page then asks for permission. */
  readonly withProfile: boolean;
  readonly onProfile: (withProfile: boolean) => void;
  readonly onWechat: () => Promise<void>;
  readonly onPhone: () => void;
  readonly terms: ReactNode;
}

const ByWechat = ({ fault, withProfile, onProfile, onWechat, onPhone, terms }: ByWechatProps) => (
  <>
    <h2 className="text-20 strong">登录云鲸权益</h2>
    <p className="caption mb-1">没有登录过的微信会自动建立账号</p>
    {fault !== undefined && <NoticeBar kind="bad" text={fault} />}
    <div className="flex">
      <Button appearance="main" block icon={wechat} busyText="正在打开微信" onPress={onWechat}>
        微信一键登录
      </Button>
    </div>
    <div className="flex">
      <Button appearance="line" block icon={phone} onPress={onPhone}>
        手机号登录
      </Button>
    </div>
    {terms}
    <Checkbox isOn={withProfile} onChange={onProfile}>
      <span className={styles.terms}>使用我的微信头像和昵称</span>
    </Checkbox>
  </>
);

interface ByPhoneProps {
  readonly login: ReturnType<typeof useLogin>;
  /** `undefined` where WeChat is not available. */
  readonly onWechat: (() => void) | undefined;
  readonly terms: ReactNode;
}

const ByPhone = ({ login, onWechat, terms }: ByPhoneProps) => (
  <>
    <h2 className="text-20 strong">手机号登录</h2>
    <p className="caption mb-1">没注册过的手机号会自动建立账号</p>
    <PhoneFields login={login} />
    {terms}
    <div className="flex">
      <Button appearance="main" block submit busy={login.isBusy} busyText="正在登录">
        登录
      </Button>
    </div>
    {onWechat && (
      <button type="button" className={styles.other} onClick={onWechat}>
        改用微信登录
      </button>
    )}
  </>
);

export default function LoginPage({ query }: PageProps) {
  const back = useWechatReturn(query);
  const referer = back.referer ?? refererOf(query);
  const terms = useTerms();
  const login = useLogin(terms.agreed, async ({ isClosing }) => {
    await enterAfterLogin({ referer });
    if (isClosing) await notifyClosing();
  });
  const [withProfile, setWithProfile] = useState(false);
  const goToWechat = useWechat(terms.agreed, { referer, withProfile });
  const isInWechat = platform() === "mp-weixin-web";
  const [isByPhone, setByPhone] = useState(!isInWechat);
  if (back.isWaiting) return <Waiting text={back.waitText} />;
  const tick = (
    <Checkbox isOn={terms.isAgreed} onChange={terms.setAgreed}>
      <Terms />
    </Checkbox>
  );
  const show = (phoneFirst: boolean) => () => setByPhone(phoneFirst);
  return (
    <div className={styles.page}>
      <Head />
      <form
        className={styles.form}
        aria-label={isByPhone ? "手机号登录" : "微信登录"}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isByPhone && !login.isBusy) void login.login();
        }}
      >
        {isByPhone ? (
          <>
            {back.error !== undefined && <NoticeBar kind="bad" text={back.error} />}
            <ByPhone login={login} onWechat={isInWechat ? show(false) : undefined} terms={tick} />
          </>
        ) : (
          <ByWechat
            fault={back.error}
            withProfile={withProfile}
            onProfile={setWithProfile}
            onWechat={goToWechat}
            onPhone={show(true)}
            terms={tick}
          />
        )}
        <CodeWithoutLogin />
      </form>
    </div>
  );
}
