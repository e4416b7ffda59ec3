/**
 * A link that may be opened: automatically on a phone, by QR code from a computer, by a tap into an
 * app.
 */
import type { LinkPreview } from "@yunjing/contract/schemas/partners";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import { isDesktop } from "../../../device/desktop.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { platform } from "../../../device/platform.ts";
import { Artwork } from "../../../components/artwork.tsx";
import { Button } from "../../../components/button.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { QrCode } from "../../../components/qr-code.tsx";
import styles from "./go.module.css";
import { goBack, openPartner } from "./open-partner.ts";

/** Long enough to read the target and to cancel. */
const READING_MS = 1_500;
/** If the page is still open after this time, the browser did not open the target. */
const LEAVING_MS = 6_000;

type LinkInput = { readonly linkId: string; readonly regionCode?: string };
type OpenMode = "at once" | "by press" | "elsewhere";

/**
 * How the link opens on this device: other apps open only by a tap, and from within WeChat only
 * mini-programs open.
 */
function openModeOf({ kind }: LinkPreview): OpenMode {
  if (isDesktop()) return "elsewhere";
  if (kind === "h5") return "at once";
  return kind === "deeplink" && platform() === "mp-weixin-web" ? "elsewhere" : "by press";
}

type JumpState = "waiting" | "asking" | "leaving" | { readonly failure: unknown };

/** Requests a new link for each attempt, because an issued link is valid once. */
function useJump(input: LinkInput, isAtOnce: boolean) {
  const [going, setGoing] = useState<JumpState>("waiting");
  const go = () => {
    setGoing("asking");
    return api.partners.go(input).then(
      ({ url }) => {
        setGoing("leaving");
        openPartner(url);
      },
      (failure: unknown) => setGoing({ failure }),
    );
  };
  const begin = useEffectEvent(() => void go());
  useEffect(() => {
    if (!isAtOnce) return undefined;
    const timer = setTimeout(() => begin(), READING_MS);
    return () => clearTimeout(timer);
  }, [isAtOnce]);
  useEffect(() => {
    if (going !== "leaving") return undefined;
    const timer = setTimeout(() => setGoing("waiting"), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [going]);
  return { going, go };
}

const openText: Readonly<Record<LinkPreview["kind"], string>> = {
  h5: "在这台电脑上打开",
  mini: "打开微信小程序",
  deeplink: "打开支付宝",
};

/**
 * On a computer a phone's camera can scan a QR code; within WeChat only its menu can open the
 * browser.
 */
const OpenElsewhereHint = ({ card }: { readonly card: LinkPreview }) => {
  if (!isDesktop()) return <NoticeBar kind="info" text="请点右上角 ···，选择在浏览器中打开" />;
  if (card.kind === "deeplink") return <NoticeBar kind="info" text="请用手机打开这个页面" />;
  return (
    <div className={styles.qr}>
      <QrCode text={location.href} size={184} label="用手机继续的二维码" framed />
      <p>{card.kind === "mini" ? "用手机微信扫码继续" : "用手机扫码继续"}</p>
    </div>
  );
};

function headOf(way: OpenMode, failure: string | undefined): string {
  if (failure !== undefined) return "没能前往";
  return way === "at once" ? "正在前往" : "前往";
}

interface JumpProps {
  readonly card: LinkPreview;
  readonly input: LinkInput;
}

export function Jump({ card, input }: JumpProps) {
  const way = openModeOf(card);
  const { going, go } = useJump(input, way === "at once");
  const isUnderWay = going === "asking" || going === "leaving";
  const failure = typeof going === "object" ? userMessageFor(going.failure) : undefined;
  const mayOpen = way !== "elsewhere" || (isDesktop() && card.kind === "h5");
  const isBare = way === "at once" && failure === undefined;
  return (
    <section className={styles.card} aria-labelledby="biz-going">
      <span className="block mb-2">
        <Artwork name={card.artwork} tint={card.tint} size={88} />
      </span>
      <h2 id="biz-going" className="text-20 ink-900 strong">
        {headOf(way, failure)} {card.brandName}
      </h2>
      <p className={styles.host}>
        即将离开云鲸权益，前往 <b>{card.host}</b>
      </p>
      {isBare && <span className={styles.track} data-going="" aria-hidden="true" />}
      <p
        className={styles.state}
        data-kept={isBare ? "" : undefined}
        data-bad={failure && ""}
        role="status"
      >
        {failure ?? (isUnderWay ? "正在打开…" : "")}
      </p>
      {way === "elsewhere" && <OpenElsewhereHint card={card} />}
      <div className={styles.acts}>
        {mayOpen && !isBare && (
          <Button appearance="sea" block busy={isUnderWay} busyText="正在打开" onPress={go}>
            {failure === undefined ? openText[card.kind] : "重试"}
          </Button>
        )}
        <Button appearance={isBare ? "line" : "soft"} block onPress={goBack}>
          {failure === undefined ? "取消" : "返回"}
        </Button>
      </div>
      <p className="caption mt-2">{card.tip}</p>
    </section>
  );
}
