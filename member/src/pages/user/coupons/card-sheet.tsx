/** A card opened: asked once, then its number and password to copy or to show, and 标记已使用. */
import { useQueryClient } from "@tanstack/react-query";
import type { RevealedCard, WalletCard } from "@yunjing/contract/schemas/coupons";
import { useState } from "react";
import { api, keyOf } from "../../../api.ts";
import { copyText } from "../../../device/clipboard.ts";
import { ApiFailure, NETWORK, wordsFor } from "../../../device/failure.ts";
import { keepRevealed, recallRevealed } from "../../../device/revealed-cards.ts";
import { formatDate } from "../../../device/time.ts";
import { Barcode } from "../../../parts/barcode.tsx";
import { Button } from "../../../parts/button.tsx";
import { canBar } from "../../../parts/code128.ts";
import { FlowSheet } from "../../../parts/flow-sheet.tsx";
import { copy, external } from "../../../parts/page-icons.ts";
import { NoticeBar } from "../../../parts/notice-bar.tsx";
import { QrCode } from "../../../parts/qr-code.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { leaveFor } from "../../../shell/navigate.ts";
import styles from "./coupons.module.css";

interface CardSheetProps {
  readonly card: WalletCard;
  readonly title: string;
  readonly onClose: () => void;
}

async function copyWords(words: string, name: string): Promise<void> {
  const isCopied = await copyText(words);
  await toast(isCopied ? `${name}已复制` : "没有复制成功，请长按选中", {
    kind: isCopied ? "done" : "text",
  });
}

/** Set apart in fours, as one reads it out; copied as it is. */
const spaced = (code: string): string =>
  /^[A-Za-z0-9]{9,}$/.test(code) ? code.replace(/(.{4})(?=.)/g, "$1 ") : code;

const Secret = ({ name, words }: { readonly name: string; readonly words: string }) => (
  <div className={styles.secret}>
    <span className={styles.secretName}>{name}</span>
    <span className={styles.secretWords}>{spaced(words)}</span>
    <Button look="soft" size={32} icon={copy} onPress={() => copyWords(words, name)}>
      复制
    </Button>
  </div>
);

function Shown({ shown, isKept }: { readonly shown: RevealedCard; readonly isKept: boolean }) {
  const { code, secret, qr, barcode, link, validUntil } = shown;
  return (
    <div className={styles.shown}>
      {isKept && <NoticeBar kind="info" text="没有网络，显示的是上次查看的内容" />}
      {qr && (
        <span className={styles.qr}>
          <QrCode text={qr} size={180} label="卡券二维码" framed />
        </span>
      )}
      {barcode && canBar(barcode) && <Barcode text={barcode} label="卡券条形码" />}
      <Secret name={secret ? "卡号" : "卡券码"} words={code} />
      {secret && <Secret name="密码" words={secret} />}
      {link && (
        <Button look="line" block size={44} icon={external} onPress={() => leaveFor(link)}>
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

const isNetwork = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === NETWORK;

function useCard({ card, onClose }: CardSheetProps) {
  const queries = useQueryClient();
  const [shown, setShown] = useState<RevealedCard>();
  const [isKept, setKept] = useState(false);
  const [error, setError] = useState<string>();
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(api.coupons.list) });
  const reveal = async (): Promise<void> => {
    setError(undefined);
    await api.coupons.reveal({ id: card.id }).then(
      (revealed) => {
        keepRevealed(revealed);
        setKept(false);
        setShown(revealed);
        void refresh();
      },
      (failure: unknown) => {
        const kept = isNetwork(failure) ? recallRevealed(card.id) : undefined;
        if (!kept) return setError(wordsFor(failure));
        setKept(true);
        setShown(kept);
      },
    );
  };
  const markUsed = async (): Promise<void> => {
    const isUsed = await confirm({
      title: "标记为已使用？",
      content: "卡券会移到「已使用」，不影响它本身的状态，卡密仍可在订单里查到。",
      confirmText: "标记已使用",
    });
    if (!isUsed) return;
    await api.coupons.used({ id: card.id }).then(
      async () => {
        onClose();
        await refresh();
      },
      (failure: unknown) => setError(wordsFor(failure)),
    );
  };
  return { shown, isKept, error, reveal, markUsed };
}

export function CardSheet(props: CardSheetProps) {
  const { card, title, onClose } = props;
  const { shown, isKept, error, reveal, markUsed } = useCard(props);
  return (
    <FlowSheet
      reason="a card is open"
      title={title}
      onClose={onClose}
      foot={
        shown ? (
          <Button look="line" block onPress={markUsed}>
            标记已使用
          </Button>
        ) : (
          <Button look="sea" block busyText="正在打开" onPress={reveal}>
            {card.state === "ready" ? "我知道了，查看卡密" : "查看卡密"}
          </Button>
        )
      }
    >
      {error && <NoticeBar kind="bad" text={error} />}
      {shown ? (
        <Shown shown={shown} isKept={isKept} />
      ) : (
        <div className={styles.ask}>
          <p className={styles.mask}>{card.mask}</p>
          <p className={styles.askText}>
            {card.state === "ready"
              ? "查看后即视为已交付，不再支持自助退款。请确认周围没有别人看到屏幕。"
              : "请确认周围没有别人看到屏幕。每次查看都会留下记录。"}
          </p>
        </div>
      )}
    </FlowSheet>
  );
}
