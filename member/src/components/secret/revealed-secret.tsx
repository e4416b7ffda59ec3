/**
 * The content of a revealed card: QR code or bar code, number and password to copy, link, and
 * expiry.
 */
import type { RevealedCard } from "@yunjing/contract/schemas/coupons";
import { copyText } from "../../device/clipboard.ts";
import { formatDate } from "../../device/time.ts";
import { toast } from "../../shell/facade/facade.ts";
import { openExternal } from "../../shell/navigate.ts";
import { Barcode } from "../barcode.tsx";
import { Button } from "../button.tsx";
import { canEncode } from "../code128.ts";
import { NoticeBar } from "../notice-bar.tsx";
import { copy, external } from "../page-icons.ts";
import { QrCode } from "../qr-code.tsx";
import styles from "./secret.module.css";

async function copySecret(text: string, name: string): Promise<void> {
  const isCopied = await copyText(text);
  await toast(isCopied ? `${name}已复制` : "没有复制成功，请长按选中", {
    kind: isCopied ? "done" : "text",
  });
}

/** Groups of four for reading aloud; copied without spaces. */
const spaced = (code: string): string =>
  /^[A-Za-z0-9]{9,}$/.test(code) ? code.replace(/(.{4})(?=.)/g, "$1 ") : code;

const Secret = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className={styles.secret}>
    <span className="caption">{name}</span>
    <span className={styles.secretWords}>{spaced(text)}</span>
    <Button appearance="soft" size={32} icon={copy} onPress={() => copySecret(text, name)}>
      复制
    </Button>
  </div>
);

export function RevealedSecret({
  shown,
  isStored,
}: {
  readonly shown: RevealedCard;
  readonly isStored: boolean;
}) {
  const { code, secret, qr, barcode, link, validUntil } = shown;
  return (
    <div className={styles.shown}>
      {isStored && <NoticeBar kind="info" text="没有网络，显示的是上次查看的内容" />}
      {qr && (
        <span className={styles.qr}>
          <QrCode text={qr} size={180} label="卡券二维码" framed />
        </span>
      )}
      {barcode && canEncode(barcode) && <Barcode text={barcode} label="卡券条形码" />}
      <Secret name={secret ? "卡号" : "卡券码"} text={code} />
      {secret && <Secret name="密码" text={secret} />}
      {link && (
        <Button
          appearance="line"
          block
          size={44}
          icon={external}
          onPress={() => openExternal(link)}
        >
          打开兑换链接
        </Button>
      )}
      <p className={styles.tip}>
        {validUntil === undefined ? "长期有效" : `${formatDate(validUntil)} 前有效`}
        。请勿截图或转发给他人，已查看的卡密断网也能打开。
      </p>
    </div>
  );
}
