/**
 * The sides of the column on a wide screen: what this product is, with a QR code of this very page
 * for one's own phone, and the text messages as they come.
 */
import { QrDrawing } from "../components/qr-drawing.tsx";
import { Whale } from "../components/whale.tsx";
import { formatTime } from "../device/time.ts";
import type { TextMessage } from "./requests.ts";
import styles from "./sides.module.css";
import { useAddress } from "./use-sandbox.ts";

const SHOWN_MAX = 6;

const lines = [
  "会员在这里领券、攒积分，买吃喝出行的权益。",
  "企业把权益发成兑换码，持码人不登录也能到店取餐。",
  "短信、微信、支付和供应商都是沙箱，放心试。",
];

const isLocal = (): boolean => /^(localhost|127\.|\[::1\])/.test(location.host);

function Story() {
  const address = useAddress();
  return (
    <aside className={styles.left} aria-label="关于这个演示">
      <span className={styles.brand}>
        <Whale size={44} tone="sea" />
        <b>云鲸权益</b>
      </span>
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <div className={styles.scan}>
        <span className={styles.qr} role="img" aria-label="这一页的二维码">
          <QrDrawing text={address} />
        </span>
        <p>
          用手机打开这一页
          {isLocal() && <small>手机要连同一网络，并用本机的局域网地址打开</small>}
        </p>
      </div>
    </aside>
  );
}

const Inbox = ({ messages }: { readonly messages: readonly TextMessage[] }) => (
  <aside className={styles.right} aria-label="短信收件箱">
    <h2 className={styles.title}>短信收件箱</h2>
    {messages.length === 0 && <p className={styles.none}>还没有短信。获取验证码后会出现在这里。</p>}
    <ul className={styles.messages}>
      {messages.slice(0, SHOWN_MAX).map(({ phone, text, code, at }) => (
        <li key={`${at}${phone}`} className={styles.message}>
          <p className={styles.from}>
            <span>{phone}</span>
            <time dateTime={at}>{formatTime(new Date(at).getTime()).slice(11, 16)}</time>
          </p>
          {code !== undefined && <p className={styles.code}>{code}</p>}
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </aside>
);

export const Sides = ({ messages }: { readonly messages: readonly TextMessage[] }) => (
  <>
    <Story />
    <Inbox messages={messages} />
  </>
);
